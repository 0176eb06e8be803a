#!/usr/bin/env python3
"""Draws two graphs of the program's speed. Needs Python 3 and the program, nothing else.

    graphs.py KANJU PROBLEMS.tsv --data graphs.json [--limit 60] [--rows 12] [--curves fast exact]

`solved.svg`: how many problems of the table are solved within a time, one curve for any mate (`--fast`), one for exact
lengths. `table.svg`: how long a few works take, given tables of different sizes. Both go to `docs/`, or where `--out` says.

All runs are one after another with `--threads` threads [1]; measure on an idle machine. What has been measured is kept in the file
named by `--data` and not measured again: without new problems or options a second call only draws. An answer is kept under the
version of the program, so throw the file away when the program has changed between versions.

The parts that only compute are tested by `python3 -m doctest scripts/graphs.py`.
"""
import argparse
import csv
import json
import math
import os
import subprocess
import sys
from html import escape
from itertools import cycle

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
CURVES = {"fast": ("any mate", ["--fast"]), "exact": ("exact length", [])}
WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 74, 24, 58, 60
LEAST = 0.001  # seconds: the program counts whole milliseconds


class Measurements:
    """Answers of the program, measured once and kept in a file."""

    def __init__(self, kanju, path):
        self.kanju, self.path = kanju, path
        version = subprocess.run([kanju, "--version"], capture_output=True, text=True, check=True)
        self.version = version.stdout.strip()
        self.known = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.known = json.load(file)

    def answer(self, sfen, options):
        """Result, exactness and seconds of one problem."""
        key = " ".join([self.version, *options, sfen])
        if key not in self.known:
            command = [self.kanju, "solve", sfen, "--format", "jsonl", "--no-progress", *options]
            run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
            lines = run.stdout.splitlines()
            if len(lines) != 1:
                sys.exit(f"no answer to {sfen}")
            answer = json.loads(lines[0])
            if answer["stop"] == "interrupted":
                sys.exit("interrupted")
            kept = {name: answer[name] for name in ("result", "exact", "stop")}
            self.known[key] = {**kept, "seconds": answer["time_ms"] / 1000}
            self.save()
        return self.known[key]

    def save(self):
        """Writes the file anew, in one step, lest an interrupt spoils it."""
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump(self.known, file, ensure_ascii=False, indent=1)
        os.replace(self.path + ".new", self.path)


def is_solved(answer, curve):
    """Whether an answer counts on a curve.

    >>> is_solved({"result": "mate", "exact": False}, "fast")
    True
    >>> is_solved({"result": "mate", "exact": False}, "exact")
    False
    >>> is_solved({"result": "nomate", "exact": False}, "exact")
    True
    """
    return answer["result"] == "nomate" or answer["result"] == "mate" and (answer["exact"] or curve == "fast")


def spread(rows, count):
    """At most `count` of the rows, evenly spread.

    >>> spread(list(range(10)), 4)
    [0, 2, 5, 7]
    >>> spread([1, 2], 4)
    [1, 2]
    """
    if not count or count >= len(rows):
        return rows
    return [rows[i * len(rows) // count] for i in range(count)]


def stairs(times, end):
    """The corners of a curve that climbs by one at each of the times, from `LEAST` to `end`.

    >>> stairs([2.0, 0.5], 5)
    [(0.001, 0), (0.5, 0), (0.5, 1), (2.0, 1), (2.0, 2), (5, 2)]
    """
    points = [(LEAST, 0)]
    for number, time in enumerate(sorted(times)):
        time = max(time, LEAST)
        points += [(time, number), (time, number + 1)]
    return points + [(end, len(times))]


def mebibytes(size):
    """MiB of a size as the program takes it.

    >>> mebibytes("64M"), mebibytes("2G")
    (64, 2048)
    """
    return int(size[:-1]) << {"M": 0, "G": 10}[size[-1].upper()]


def seconds_text(seconds):
    """A time for an axis.

    >>> [seconds_text(s) for s in (0.001, 0.1, 1, 60, 600)]
    ['1 ms', '0.1 s', '1 s', '60 s', '600 s']
    """
    return f"{seconds * 1000:g} ms" if seconds < 0.1 else f"{seconds:g} s"


def decades(low, high):
    """The powers of ten from `low` to `high`.

    >>> decades(0.02, 5)
    [0.1, 1.0]
    """
    powers = range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1)
    return [10.0**power for power in powers]


def times_between(low, high):
    """Ticks of a time axis: the powers of ten, or with 2 and 5 of each when those would be few.

    >>> times_between(0.001, 10)
    [0.001, 0.01, 0.1, 1.0, 10.0]
    >>> times_between(0.3, 6)
    [0.5, 1.0, 2.0, 5.0]
    """
    ticks = decades(low, high)
    if len(ticks) < 3:
        fine = [round(step * ten, 9) for ten in decades(low / 10, high) for step in (1, 2, 5)]
        ticks = [tick for tick in fine if low * 0.999 <= tick <= high * 1.001]
    return ticks


def whole_numbers(most):
    """Ticks from 0 to about `most`, at round distances.

    >>> whole_numbers(12)
    [0, 2, 4, 6, 8, 10, 12]
    >>> whole_numbers(70)
    [0, 10, 20, 30, 40, 50, 60, 70]
    """
    steps = (step * 10**power for power in range(9) for step in (1, 2, 5))
    step = next(step for step in steps if most / step <= 8)
    return list(range(0, most + 1, step))


class Graph:
    """A graph in the making. An axis is its lowest value, its highest, and whether it is logarithmic."""

    def __init__(self, title, subtitle, x, y):
        self.x, self.y = x, y
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            'font-family="sans-serif" font-size="13" fill="#222">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        ]
        self.text(LEFT, 24, title, size=16, weight="bold")
        self.text(LEFT, 43, subtitle, fill="#555")

    def across(self, value):
        """Where a value of the first axis lies."""
        return LEFT + self.share(value, self.x) * (WIDTH - LEFT - RIGHT)

    def up(self, value):
        """Where a value of the second axis lies."""
        return HEIGHT - BOTTOM - self.share(value, self.y) * (HEIGHT - TOP - BOTTOM)

    @staticmethod
    def share(value, axis):
        low, high, is_log = axis
        return math.log(value / low) / math.log(high / low) if is_log else (value - low) / (high - low)

    def text(self, x, y, text, anchor="start", size=13, fill="#222", weight="normal"):
        style = f'font-size="{size}" fill="{fill}" font-weight="{weight}" text-anchor="{anchor}"'
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>')

    def rule(self, ends, colour="#ddd"):
        (x1, y1), (x2, y2) = ends
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>')

    def axes(self, x_ticks, y_ticks, x_name, y_name):
        """Lines and names at the ticks, each a pair of value and text."""
        foot, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        for value, name in x_ticks:
            x = self.across(value)
            self.rule(((x, TOP), (x, foot)))
            self.text(x, foot + 19, name, anchor="middle")
        for value, name in y_ticks:
            y = self.up(value)
            self.rule(((LEFT, y), (right, y)))
            self.text(LEFT - 8, y + 4.5, name, anchor="end")
        self.rule(((LEFT, foot), (right, foot)), "#555")
        self.rule(((LEFT, TOP), (LEFT, foot)), "#555")
        self.text((LEFT + right) / 2, HEIGHT - 14, x_name, anchor="middle")
        middle = (TOP + foot) / 2
        self.parts.append(
            f'<text transform="translate(18 {middle:.0f}) rotate(-90)" text-anchor="middle">{escape(y_name)}</text>'
        )

    def curve(self, points, colour):
        places = " ".join(f"{self.across(x):.1f},{self.up(y):.1f}" for x, y in points)
        self.parts.append(
            f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-linejoin="round"/>'
        )

    def dot(self, point, colour, is_full):
        x, y = self.across(point[0]), self.up(point[1])
        fill = colour if is_full else "#fff"
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{fill}" stroke="{colour}" stroke-width="2"/>')

    def legend(self, entries, corner):
        """Names of the curves in a box whose upper left corner is `corner`."""
        x, y = corner
        width = 50 + max(sum(7 if letter < "\u2e80" else 14 for letter in name) for name, _ in entries)
        height = 20 * len(entries) + 10
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#fff" fill-opacity="0.9" stroke="#ccc"/>'
        )
        for number, (name, colour) in enumerate(entries):
            line = y + 20 + 20 * number
            self.parts.append(
                f'<line x1="{x + 10}" y1="{line - 5}" x2="{x + 34}" y2="{line - 5}" stroke="{colour}" stroke-width="3"/>'
            )
            self.text(x + 42, line, name)

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([*self.parts, "</svg>"]) + "\n")
        print(path)


def table_of(path):
    """The positions of a TSV file with a column `sfen`."""
    with open(path, encoding="utf-8", newline="") as file:
        return [row["sfen"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def works_of(path):
    """Positions and names of a file of `problems/`.

    >>> works_of(os.path.join(ROOT, "problems", "long", "classics.sfen"))[1][1]
    '寿'
    """
    works = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            sfen, *tags = line.strip().split(" ; ")
            if sfen and not sfen.startswith("#"):
                tags = dict(tag.split("=", 1) for tag in tags)
                works.append((sfen, tags.get("title") or tags.get("id") or sfen))
    return works


def solved(args, measured):
    """Draws solved problems against time."""
    problems = spread(table_of(args.problems), args.rows)
    options = ["--threads", str(args.threads), "--jobs", "1", "--table", args.table, "--time-limit", f"{args.limit}s"]
    curves = []
    for curve in args.curves:
        name, more = CURVES[curve]
        answers = [measured.answer(sfen, [*options, *more]) for sfen in problems]
        times = [answer["seconds"] for answer in answers if is_solved(answer, curve)]
        times = [min(time, args.limit) for time in times]
        curves.append((f"{name}: {len(times)}", stairs(times, args.limit)))
    collection = os.path.splitext(os.path.basename(args.problems))[0]
    graph = Graph(
        f"Problems solved: {len(problems)} of {collection}",
        f"{measured.version}, threads {args.threads}, table {args.table}, at most {args.limit} s a problem",
        (LEAST, args.limit, True),
        (0, len(problems), False),
    )
    graph.axes(
        [(tick, seconds_text(tick)) for tick in times_between(LEAST, args.limit)],
        [(tick, str(tick)) for tick in whole_numbers(len(problems))],
        "time for one problem",
        "problems solved",
    )
    for (_, points), colour in zip(curves, cycle(COLOURS)):
        graph.curve(points, colour)
    graph.legend([(name, colour) for (name, _), colour in zip(curves, cycle(COLOURS))], (LEFT + 14, TOP + 12))
    graph.write(os.path.join(args.out, "solved.svg"))


def tables(args, measured):
    """Draws time against the size of the table."""
    options = ["--threads", str(args.threads), "--jobs", "1", "--time-limit", f"{args.limit}s", "--fast"]
    curves = []
    for sfen, name in works_of(args.works):
        points = []
        for size in args.tables:
            answer = measured.answer(sfen, [*options, "--table", size])
            time = min(max(answer["seconds"], LEAST), args.limit)
            points.append((mebibytes(size), time, is_solved(answer, "fast")))
        curves.append((name, points))
    times = [time for _, points in curves for _, time, _ in points]
    low, high = min(times) / 2, max(times) * 2
    sizes = [mebibytes(size) for size in args.tables]
    graph = Graph(
        "Time to a checked mate, by the size of the table",
        f"{measured.version}, threads {args.threads}; hollow: not solved within {args.limit} s",
        (min(sizes) / 1.2, max(sizes) * 1.2, True),
        (low, high, True),
    )
    graph.axes(
        [(mebibytes(size), size) for size in args.tables],
        [(tick, seconds_text(tick)) for tick in times_between(low, high)],
        "table, bytes",
        "time",
    )
    for (_, points), colour in zip(curves, cycle(COLOURS)):
        graph.curve([(size, time) for size, time, _ in points], colour)
        for size, time, is_full in points:
            graph.dot((size, time), colour, is_full)
    for (name, points), colour in zip(curves, cycle(COLOURS)):
        size, time, _ = points[-1]
        graph.text(graph.across(size), graph.up(time) - 12, name, anchor="end", fill=colour, weight="bold")
    graph.write(os.path.join(args.out, "table.svg"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kanju", help="the program")
    parser.add_argument("problems", help="a TSV file with a column `sfen`")
    parser.add_argument("--data", required=True, help="JSON file that keeps what was measured")
    parser.add_argument("--limit", type=int, default=60, help="seconds for one problem [60]")
    parser.add_argument("--rows", type=int, default=0, help="only so many problems, evenly spread [all]")
    parser.add_argument("--curves", nargs="+", choices=CURVES, default=list(CURVES), help="what to solve for [both]")
    parser.add_argument("--threads", type=int, default=1, help="threads for one problem [1]")
    parser.add_argument("--table", default="1G", help="table of the first graph [1G]")
    sizes = ["4M", "16M", "64M", "256M", "1G"]
    parser.add_argument("--tables", nargs="+", default=sizes, help=f"tables of the second graph [{' '.join(sizes)}]")
    works = os.path.join(ROOT, "problems", "long", "classics.sfen")
    parser.add_argument("--works", default=works, help="works of the second graph [problems/long/classics.sfen]")
    parser.add_argument("--out", default=os.path.join(ROOT, "docs"), help="folder of the graphs [docs]")
    args = parser.parse_args()
    measured = Measurements(args.kanju, args.data)
    solved(args, measured)
    tables(args, measured)


if __name__ == "__main__":
    main()
