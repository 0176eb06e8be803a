#!/usr/bin/env python3
"""Drives the engine with cshogi.usi.Engine (`pip install cshogi`) and replays every answer on cshogi's board.

    scripts/usi_cshogi.py ENGINE RULE:FILE... [--count N] [--time MS]

RULE is the value of FutileInterposition under which the lengths of FILE count: off, standard or strict. FILE is
tab-separated with a header that has the columns `sfen` and `mate_length` (a number or `nomate`; other rows are
skipped). Of each file an equal share of positions is taken, every other one turned round so that White attacks.
Every move has to be legal and every move of the attacker a check; at the end no reply may be left but interpositions,
and those do not save the defender; the length has to be that of the file. Exit status 1 if something is wrong.
"""

import argparse
import csv
import sys

import cshogi
from cshogi.usi import Engine


def rotated(sfen):
    board, turn, hands = sfen.split()[:3]
    rows, prefix = [], ""
    for row in board.split("/"):
        cells = []
        for letter in row:
            if letter == "+":
                prefix = letter
            else:
                cells.append(prefix + letter.swapcase())
                prefix = ""
        rows.append("".join(reversed(cells)))
    hands = hands.swapcase()
    return f"{'/'.join(reversed(rows))} {'w' if turn == 'b' else 'b'} {hands} 1"


def positions(argument, count):
    rule, path = argument.split(":", 1)
    with open(path, encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t")
                if row["mate_length"] == "nomate" or row["mate_length"].isdigit()]
    step = max(1, len(rows) // count)
    for number, row in enumerate(rows[::step][:count]):
        sfen = row["sfen"]
        length = row["mate_length"]
        length = None if length == "nomate" else int(length)
        yield rule, (rotated(sfen) if number % 2 else sfen), length


def on_board(sfen, moves=()):
    board = cshogi.Board()
    board.set_sfen(sfen)
    for move in moves:
        board.push_usi(move)
    return board


def between(a, b):
    """The squares between two squares of one line, as (file, rank)."""
    (x, y), (u, v) = a, b
    dx, dy = (u > x) - (u < x), (v > y) - (v < y)
    if (x, y) == (u, v) or (dx and dy and abs(u - x) != abs(v - y)):
        return []
    squares = []
    while (x + dx, y + dy) != (u, v):
        x, y = x + dx, y + dy
        squares.append((x, y))
        if len(squares) > 8:
            return []
    return squares


def interposes(board, reply):
    """Whether a legal reply is put between the king and a distant piece: no king move, no capture."""
    king = divmod(board.king_square(board.turn), 9)
    to = (int(reply[2]) - 1, ord(reply[3]) - ord("a"))
    origin = None if reply[1] == "*" else (int(reply[0]) - 1, ord(reply[1]) - ord("a"))
    empty = board.piece(to[0] * 9 + to[1]) == 0
    in_line = any(to in between(king, (x, y)) for x in range(9) for y in range(9))
    return empty and origin != king and in_line


def fault(engine, sfen, length, answer):
    if answer in ("nomate", "timeout", "notimplemented"):
        return None if answer == "nomate" and length is None else f"{answer}, length {length}"
    moves = answer.split()
    if length is None:
        return "a mate where there is none"
    if len(moves) != length:
        return f"{len(moves)} moves, length {length}"
    board = on_board(sfen)
    for ply, move in enumerate(moves):
        number = board.move_from_usi(move)
        if not board.is_legal(number):
            return f"{move} is illegal"
        board.push(number)
        if ply % 2 == 0 and not board.is_check():
            return f"{move} is no check"
    for reply in [cshogi.move_to_usi(move) for move in board.legal_moves]:
        if not interposes(board, reply):
            return f"{reply} is left at the end"
        engine.position(sfen="sfen " + sfen, moves=[*moves, reply])
        if engine.go_mate(20000) in ("nomate", "timeout"):
            return f"{reply} saves the defender at the end"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("files", nargs="+", metavar="RULE:FILE")
    parser.add_argument("--count", type=int, default=300, help="positions in all [300]")
    parser.add_argument("--time", type=int, default=20000, help="milliseconds for each [20000]")
    args = parser.parse_args()
    engine = Engine(args.engine)
    engine.setoption("RootIsAndNodeIfChecked", "false")
    engine.isready()
    engine.usinewgame()
    share = -(-args.count // len(args.files))
    tasks = [task for argument in args.files for task in positions(argument, share)][:args.count]
    faults = kings = mates = 0
    for rule, sfen, length in tasks:
        engine.setoption("FutileInterposition", rule)
        engine.position(sfen="sfen " + sfen)
        wrong = fault(engine, sfen, length, engine.go_mate(args.time))
        kings += sfen.split()[0].lower().count("k") == 2
        mates += length is not None
        if wrong:
            faults += 1
            print(f"{sfen}: {wrong}")
    engine.quit()
    white = sum(sfen.split()[1] == "w" for _, sfen, _ in tasks)
    print(f"{len(tasks)} positions ({white} with White attacking, {kings} with two kings, {mates} mates): {faults} faults")
    sys.exit(1 if faults or not tasks else 0)


main()
