#!/usr/bin/env python3
"""Makes and checks problems of this collection. Needs Python 3 and the program, nothing else.

    make.py search --length 5 [--count 10] [--seed 1]   random positions -> sound-looking problems, one a line
    make.py check [FILE...]                             solve every line again and compare (default: all folders)

Both take `--kanju PATH` (default `target/release/kanju`, then the search path).

`search` scatters a few pieces around a king, keeps positions that are mate in exactly `--length` plies with nothing
left over, takes away every piece that changes neither, and drops what has a second mating move before the last ply.
It does not look at the defender's other replies of equal length (変同): `kanju verify` does.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys

SET = dict(R=2, B=2, G=4, S=4, N=4, L=4, P=18)
ATTACKER = ["P", "P", "L", "N", "S", "S", "G", "G", "B", "R", "+P", "+P", "+L", "+N", "+S", "+B", "+R"]
DEFENDER = ["p", "p", "p", "l", "n", "n", "s", "g", "b", "r", "+p", "+b", "+r"]
HAND = ["P", "P", "L", "N", "S", "G", "G", "B", "R"]
SPAN = 3  # how far from the king pieces are put
BATCH = 400  # positions given to one run of the program
NODES = 6000  # enough for short mates; whatever needs more is passed over


def solve(kanju, lines, *options):
    """The answers of the program, one a line."""
    command = [kanju, "solve", "-", "--input-format", "sfen", "--format", "jsonl", "--no-progress", *options]
    run = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(lines):
        sys.exit(f"{len(lines)} questions, {len(answers)} answers: {run.stderr}")
    return answers


def sfen(cells, hand):
    """The position with all other pieces in the defender's hand; None if the set has too few."""
    rest = dict(SET)
    for piece in [*cells.values(), *hand]:
        kind = piece[-1].upper()
        if kind != "K":
            rest[kind] -= 1
    if min(rest.values()) < 0:
        return None
    rows = []
    for rank in range(1, 10):
        row = ""
        for file in range(9, 0, -1):
            piece = cells.get((file, rank))
            if piece:
                row += piece
            elif row and row[-1].isdigit():
                row = row[:-1] + str(int(row[-1]) + 1)
            else:
                row += "1"
        rows.append(row)
    count = lambda n, kind: (str(n) if n > 1 else "") + kind if n else ""
    hands = "".join(count(hand.count(kind), kind) for kind in SET)
    hands += "".join(count(rest[kind], kind.lower()) for kind in SET)
    return f"{'/'.join(rows)} b {hands or '-'} 1"


def scatter(rng):
    """A random small position: a king in the upper right corner and a few pieces around it."""
    king = (rng.randint(1, 3), rng.randint(1, 3))
    cells = {king: "k"}
    for pieces, most in ((ATTACKER, rng.randint(1, 4)), (DEFENDER, rng.randint(0, 4))):
        for _ in range(most):
            square = (king[0] + rng.randint(-SPAN, SPAN), king[1] + rng.randint(-SPAN, SPAN))
            if 1 <= square[0] <= 9 and 1 <= square[1] <= 9 and square not in cells:
                cells[square] = rng.choice(pieces)
    return cells, [rng.choice(HAND) for _ in range(rng.randint(0, 4))]


def lighter(cells, hand):
    """The same position without one of its pieces, in every way."""
    for square, piece in cells.items():
        if piece != "k":
            yield {s: p for s, p in cells.items() if s != square}, hand
    for at in range(len(hand)):
        yield cells, hand[:at] + hand[at + 1 :]


def wanted(answer, length):
    return answer["exact"] and answer["length"] == length and answer["line_exact"] and not answer["leftover"]


def simplify(kanju, cells, hand, length):
    """Takes pieces away as long as length and leftover stay."""
    while True:
        candidates = list(lighter(cells, hand))
        answers = solve(kanju, [sfen(*c) for c in candidates], "--node-limit", str(NODES))
        smaller = [c for c, a in zip(candidates, answers) if wanted(a, length)]
        if not smaller:
            return cells, hand
        cells, hand = smaller[0]


def unique(kanju, position, moves):
    """Whether each move of the attacker but the last is the only one that mates, at any length."""
    plies = range(0, max(len(moves) - 1, 1), 2)
    lines = [f"sfen {position} moves {' '.join(moves[:ply])}" if ply else position for ply in plies]
    answers = solve(kanju, lines, "--alternatives", "--node-limit", str(10 * NODES))
    return all(not a["alternatives"] and not a["stop"] for a in answers)


def search(args):
    rng, found = random.Random(args.seed), set()
    while len(found) < args.count:
        batch = [c for c in (scatter(rng) for _ in range(BATCH)) if sfen(*c)]
        answers = solve(args.kanju, [sfen(*c) for c in batch], "--node-limit", str(NODES))
        for (cells, hand), answer in zip(batch, answers):
            if not wanted(answer, args.length):
                continue
            position = sfen(*simplify(args.kanju, cells, hand, args.length))
            if position in found:
                continue
            moves = solve(args.kanju, [position])[0]["moves"]
            if unique(args.kanju, position, moves):
                found.add(position)
                print(f"{position} ; mate={args.length} ; main={' '.join(moves)} ; alt=0 ; left=- ; source=own", flush=True)


def read(path):
    """The problems of a file: position and tags."""
    with open(path, encoding="utf8") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                position, *tags = line.rstrip("\n").split(" ; ")
                yield f"{path}:{number}", position, dict(tag.split("=", 1) for tag in tags)


def differences(tags, answer):
    """What the line says and the program does not."""
    mate = answer["result"] if answer["result"] == "nomate" else str(answer["length"])
    says = {"mate": mate, "main": " ".join(answer["moves"]), "left": answer["leftover"] or "-"}
    says["alt"] = str(len(answer["alternatives"]))
    for key in ("mate", "main", "left", "alt"):
        if key in tags and tags[key] != says[key]:
            yield f"{key}: {tags[key]} expected, got {says[key]}"
    if mate != "nomate" and not (answer["exact"] and answer["line_exact"]):
        yield "length or line not exact"


def check(args):
    here = os.path.dirname(os.path.abspath(__file__))
    files = args.files or sorted(
        os.path.join(folder, name) for folder, _, names in os.walk(here) for name in names if name.endswith(".sfen")
    )
    problems = [p for path in files for p in read(path) if p[2].get("check") != "fast"]
    positions = [position for _, position, _ in problems]
    faults = []
    answers = solve(args.kanju, positions, "--alternatives")
    for (place, _, tags), answer in zip(problems, answers):
        faults += [f"{place}: {fault}" for fault in differences(tags, answer)]
    for rule in ("off", "strict"):
        for (place, _, tags), answer in zip(problems, solve(args.kanju, positions, "--mudaai", rule)):
            expected = tags.get(rule, tags["mate"])
            got = answer["result"] if answer["result"] == "nomate" else str(answer["length"])
            if expected != got:
                faults.append(f"{place}: {rule}: {expected} expected, got {got}")
    print("\n".join([*faults, f"{len(problems)} problems, {len(faults)} differences"]))
    sys.exit(1 if faults else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kanju", default="target/release/kanju")
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("search")
    one.add_argument("--length", type=int, default=3)
    one.add_argument("--count", type=int, default=10)
    one.add_argument("--seed", type=int, default=1)
    one.set_defaults(run=search)
    two = commands.add_parser("check")
    two.add_argument("files", nargs="*")
    two.set_defaults(run=check)
    args = parser.parse_args()
    args.kanju = args.kanju if os.path.exists(args.kanju) else shutil.which("kanju") or sys.exit("no kanju; give --kanju PATH")
    args.run(args)


if __name__ == "__main__":
    main()
