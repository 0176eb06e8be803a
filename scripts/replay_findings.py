#!/usr/bin/env python3
"""Replays what `kanju verify --format jsonl` says, on a rule book of its own.

    scripts/replay_findings.py --rules RULES.py [FILE...]

FILE holds the lines of `kanju verify --format jsonl`; without one they are read from standard input. Replayed are the main
line, the line of every finding and every move that mates beside the line: each move has to be legal and each of the
attacker's a check, and a line has to end in mate, where interpositions may be left if the rule of the record has futile ones.
Lines that show an escape or a move that is no check end as their class says. A finding without a line, and one inside a
declared solution that fails, which the record does not hold, are counted and left out. Exit status 1 if something is wrong.

RULES.py shares no code with the solver. It has to define

    parse(sfen)                      a position, with the side to move ('b' or 'w') in `stm`
    legal(position, usi)             the position after a legal move; raises Bad for any other
    in_check(position, side)         whether the king of a side is attacked
    evasions(position)               all legal moves, in USI, of the side to move, which is in check
    only_interpositions(position, moves)   whether all of them, at least one, step or drop between king and one checker
    Bad                              the exception
"""

import argparse
import collections
import importlib.util
import json
import sys

NEEDED = ("parse", "legal", "in_check", "evasions", "only_interpositions", "Bad")

# A declared solution that fails: played after moves of that solution, not of the line examined.
OF_DECLARED = {"hayazume", "hencho", "fuzume", "no-check", "wrong-end", "other-line"}


class Fault(Exception):
    pass


def loaded(path):
    spec = importlib.util.spec_from_file_location("rule_book", path)
    if spec is None:
        sys.exit(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    missing = [name for name in NEEDED if not hasattr(module, name)]
    if missing:
        sys.exit(f"{path}: does not define {', '.join(missing)}")
    return module


class Replay:
    """The record of one problem on the board."""

    def __init__(self, rules, record):
        self.rules = rules
        self.root = rules.parse(record["sfen"])
        self.attacker = self.root.stm
        customs = record.get("customs") or {}
        self.rule = record["mudaai"]
        self.drops_only = customs.get("mudaai_move") == "off"

    def play(self, position, mv, checks=True):
        """The position after a move; of the attacker it has to be a check, or to be none."""
        attacks = position.stm == self.attacker
        try:
            position = self.rules.legal(position, mv)
        except self.rules.Bad as why:
            raise Fault(f"{mv} is not legal: {why}") from None
        if attacks and self.rules.in_check(position, position.stm) != checks:
            raise Fault(f"{mv} is {'no' if checks else 'a'} check")
        return position

    def follow(self, position, moves):
        for ply, mv in enumerate(moves, 1):
            try:
                position = self.play(position, mv)
            except Fault as fault:
                raise Fault(f"move {ply} of {' '.join(moves)}: {fault}") from None
        return position

    def must_be_mate(self, position):
        if position.stm == self.attacker:
            raise Fault("the line ends with a move of the defender")
        left = self.rules.evasions(position)
        if not left:
            return
        if self.rule == "off" or not self.rules.only_interpositions(position, left):
            raise Fault(f"no mate at the end: {' '.join(left[:6])}")
        if self.drops_only and any("*" not in mv for mv in left):
            raise Fault(f"a move onto the line counts at the end: {' '.join(left[:6])}")

    def finding(self, position, found):
        """The line of a finding, from the position it is played in."""
        name, line = found["class"], found["line"]
        if found["move"] is not None and line[0] != found["move"]:
            raise Fault(f"the line does not begin with {found['move']}")
        if name == "no-check":
            self.play(position, line[0], checks=False)
            return
        after = self.follow(position, line)
        if name == "fuzume":
            if after.stm != self.attacker:
                raise Fault("an escape ends with a move of the defender")
        elif name not in ("wrong-end", "restore"):
            self.must_be_mate(after)
            length = found["length"]
            # The line of `henbetsu` begins before its move; a bound may have a shorter line than itself.
            if name != "henbetsu" and length is not None:
                if len(line) > length or found["exact"] and len(line) != length:
                    raise Fault(f"{len(line)} moves for a length of {length}")


def replayed(rules, record, count, faults):
    replay = Replay(rules, record)
    stem = record["line_examined"] or record["moves"]
    positions = [replay.root]

    def attempt(what, work):
        count[what] += 1
        try:
            work()
        except Fault as fault:
            faults.append(f"{what}: {fault}")

    def main_line():
        replay.must_be_mate(replay.follow(replay.root, record["moves"]))
        if record["exact"] and len(record["moves"]) != record["length"]:
            raise Fault(f"{len(record['moves'])} moves for a length of {record['length']}")

    def stem_line():
        position = replay.root
        for mv in stem:
            position = replay.play(position, mv)
            positions.append(position)
        replay.must_be_mate(position)

    def alternative(other):
        after = replay.play(position_at(other["ply"]), other["move"])
        if other["length"] == 1:
            replay.must_be_mate(after)

    def position_at(ply):
        if ply > len(positions):
            raise Fault(f"the line examined has no ply {ply}")
        return positions[ply - 1]

    if record["result"] == "mate":
        attempt("main lines", main_line)
        if stem != record["moves"]:
            attempt("declared lines", stem_line)
        else:
            try:
                stem_line()
            except Fault:
                pass  # told of the main line
    for other in record["alternatives"]:
        attempt("alternatives", lambda other=other: alternative(other))
    for found in record["findings"]:
        if not found["line"]:
            count["findings without a line"] += 1
        elif found["class"] in OF_DECLARED and found["ply"] > 1:
            count["findings in a declared solution that fails, left out"] += 1
        else:
            what = f"findings of class {found['class']}"
            attempt(what, lambda found=found: replay.finding(position_at(found["ply"]), found))


def records(paths):
    for path in paths or ["-"]:
        with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip():
                    yield json.loads(line)


def main():
    parser = argparse.ArgumentParser(description="Replays the lines of `kanju verify --format jsonl` on another rule book.")
    parser.add_argument("--rules", required=True, metavar="FILE", help="the rule book, a Python file")
    parser.add_argument("files", nargs="*", metavar="FILE", help="JSON Lines; standard input if there is none")
    args = parser.parse_args()
    rules = loaded(args.rules)
    count, wrong = collections.Counter(), 0
    for record in records(args.files):
        count["problems"] += 1
        if record["result"] == "invalid":
            continue
        if record.get("verdict") is None:
            sys.exit("a record without a verdict: these are no lines of `kanju verify`")
        faults = []
        replayed(rules, record, count, faults)
        wrong += len(faults)
        for fault in faults:
            print(f"{record['source']}:{record['line']}: {record['sfen']}: {fault}")
    for what, number in sorted(count.items()):
        print(f"{number:7} {what}")
    print(f"{wrong:7} faults")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
