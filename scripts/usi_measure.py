#!/usr/bin/env python3
"""Measures the engine as programs use it.

    scripts/usi_measure.py ENGINE loop [--count N] [--time MS] [--every N]
        random boards with one king, all in one process: answers, memory, and lengths beside those of a fresh process
    scripts/usi_measure.py ENGINE stop FILE [--hash MIB] [--threads N] [--count N]
        how long `stop` takes to be answered, after 1 to 3000 ms of search
    scripts/usi_measure.py ENGINE rate FILE [--rule RULE]
        problems a second through one process, shortest lengths, beside the lengths of the file

FILE is tab-separated with a header that has the columns `sfen` and, for rate, `mate_length`. Exit status 1 if an answer is
missing or wrong.
"""

import argparse
import csv
import random
import subprocess
import sys
import time

SET = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}


class Engine:
    def __init__(self, path, **options):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("usi")
        self.until("usiok")
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")
        self.send("isready")
        self.until("readyok")
        self.infos = []

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        self.infos = []
        for line in self.process.stdout:
            if line.startswith(word):
                return line.rstrip("\n")
            self.infos.append(line)
        sys.exit(f"the engine ended before `{word}`")

    def ask(self, sfen, go):
        self.send(f"position sfen {sfen}")
        self.send(go)
        return self.until("checkmate")

    def proved_length(self, answer):
        """Moves of the answer, `nomate`, or None if it is not finished."""
        if answer == "checkmate nomate":
            return "nomate"
        exact = any(" score mate " in line and " score mate + " not in line for line in self.infos[-1:])
        return len(answer.split()) - 1 if exact else None

    def resident_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def quit(self):
        self.send("quit")
        return self.process.wait(timeout=5)


def random_board(rng):
    """A king near the edge, a few pieces of both sides around, the rest in the defender's hand."""
    left = dict(SET)
    king = (rng.randrange(0, 5), rng.randrange(0, 3))
    board = {king: "k"}
    for _ in range(rng.randrange(3, 10)):
        square = (king[0] + rng.randrange(-3, 5), king[1] + rng.randrange(-2, 5))
        piece = rng.choice("RBGGSSNLPP")
        if square in board or not all(0 <= part < 9 for part in square) or not left[piece]:
            continue
        white = rng.random() < 0.45
        promoted = piece != "G" and rng.random() < 0.2
        rank = 8 - square[1] if white else square[1]
        if not promoted and rank < {"P": 1, "L": 1, "N": 2}.get(piece, 0):
            continue
        name = ("+" if promoted else "") + (piece.lower() if white else piece)
        if name in "Pp" and any(board.get((square[0], y)) == name for y in range(9)):
            continue
        left[piece] -= 1
        board[square] = name
    hand = {}
    for piece in rng.sample("RBGSNLP", rng.randrange(1, 4)):
        hand[piece] = min(left[piece], rng.randrange(1, 3))
        left[piece] -= hand[piece]
    rows = []
    for y in range(9):
        row, empty = "", 0
        for x in range(8, -1, -1):
            if (x, y) in board:
                row += (str(empty) if empty else "") + board[(x, y)]
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))

    def held(counts, change):
        return "".join((str(n) if n > 1 else "") + change(p) for p in SET if (n := counts.get(p, 0)))

    return f"{'/'.join(rows)} b {held(hand, str.upper)}{held(left, str.lower) or '-'} 1"


def loop(args):
    rng = random.Random(args.seed)
    engine = Engine(args.engine)
    engine.send("usinewgame")
    kinds, different, compared, memory = {}, 0, 0, []
    number = -1
    while number + 1 < args.count:
        sfen = random_board(rng)
        answer = engine.ask(sfen, f"go mate {args.time}")
        if any("no position to solve" in line for line in engine.infos):
            continue
        number += 1
        length = engine.proved_length(answer)
        kind = {None: "open", "nomate": "nomate"}.get(length, "mate")
        kinds[kind] = kinds.get(kind, 0) + 1
        if number % max(1, args.count // 10) == 0:
            memory.append(engine.resident_kib() // 1024)
        if length is not None and number % args.every == 0:
            fresh = Engine(args.engine)
            other = fresh.proved_length(fresh.ask(sfen, f"go mate {args.time * 20}"))
            fresh.quit()
            compared += 1
            if other != length:
                different += 1
                print(f"{sfen}: {length}, in a fresh process {other}")
    memory.append(engine.resident_kib() // 1024)
    engine.quit()
    print(f"{args.count} boards {kinds}, {compared} compared, {different} different; resident MiB: {memory}")
    return different == 0


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def stop(args):
    engine = Engine(args.engine, USI_Hash=args.hash, Threads=args.threads)
    waits = [0.001, 0.05, 0.2, 0.5, 1, 2, 3]
    worst, total = 0.0, 0
    for row in rows_of(args.file)[: args.count]:
        for wait in waits:
            engine.send(f"position sfen {row['sfen']}")
            engine.send("go mate infinite")
            time.sleep(wait)
            start = time.perf_counter()
            engine.send("stop")
            engine.until("checkmate")
            took = time.perf_counter() - start
            worst = max(worst, took)
            total += 1
            if took > 0.05:
                print(f"{row['sfen']}: {took * 1000:.1f} ms after {wait} s")
    engine.quit()
    print(f"{total} stops, the slowest answered after {worst * 1000:.1f} ms")
    return worst <= 0.05


def rate(args):
    rows = [row for row in rows_of(args.file) if row["mate_length"].isdigit()]
    engine = Engine(args.engine, FutileInterposition=args.rule, RootIsAndNodeIfChecked="false")
    wrong = 0
    start = time.perf_counter()
    for row in rows:
        length = engine.proved_length(engine.ask(row["sfen"], "go mate infinite"))
        if length != int(row["mate_length"]):
            wrong += 1
            print(f"{row['sfen']}: {length}, not {row['mate_length']}")
    took = time.perf_counter() - start
    engine.quit()
    print(f"{len(rows)} problems in {took:.2f} s, {len(rows) / took:.0f} a second, {wrong} wrong")
    return wrong == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("loop")
    command.set_defaults(run=loop)
    command.add_argument("--count", type=int, default=5000)
    command.add_argument("--time", type=int, default=200)
    command.add_argument("--every", type=int, default=1, help="compare every n-th")
    command.add_argument("--seed", type=int, default=1)
    command = commands.add_parser("stop")
    command.set_defaults(run=stop)
    command.add_argument("file")
    command.add_argument("--hash", type=int, default=2048)
    command.add_argument("--threads", type=int, default=2)
    command.add_argument("--count", type=int, default=10)
    command = commands.add_parser("rate")
    command.set_defaults(run=rate)
    command.add_argument("file")
    command.add_argument("--rule", default="off")
    args = parser.parse_args()
    sys.exit(0 if args.run(args) else 1)


main()
