// Drives the engine by the rules of ShogiHome: a process of its own for each search, one answer for each `go`, every
// move of every PV replayed on the board of tsshogi (`npm install tsshogi` where node finds it).
//
//     node scripts/usi_shogihome.mjs ENGINE FILE [COUNT] [MS]
//
// FILE is tab-separated with a header that has a column `sfen`. Exit status 1 if something is wrong.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const { Position } = createRequire(join(process.cwd(), "anywhere.js"))("tsshogi");
const [engine, file, count = "100", ms = "10000"] = process.argv.slice(2);
const START_MS = 10_000;
const QUIT_MS = 5_000;
const GUARD_MS = 5_000;

function positions() {
  const [header, ...rows] = readFileSync(file, "utf8").trim().split("\n");
  const column = header.split("\t").indexOf("sfen");
  const step = Math.max(1, Math.floor(rows.length / Number(count)));
  return rows.filter((_, i) => i % step === 0).slice(0, Number(count)).map((row) => row.split("\t")[column]);
}

function replay(sfen, moves) {
  const position = Position.newBySFEN(sfen);
  if (!position) return `tsshogi cannot read ${sfen}`;
  for (const usi of moves) {
    const move = position.createMoveByUSI(usi);
    if (!move || !position.doMove(move)) return `illegal move ${usi} of ${moves.join(" ")}`;
  }
  return null;
}

/** ShogiHome takes options of the form `option name <one token> type <type> …`. */
function optionFault(line) {
  const words = line.split(" ");
  return words[1] === "name" && words[3] === "type" ? null : `option not understood: ${line}`;
}

function search(sfen) {
  return new Promise((resolve) => {
    const faults = [];
    const child = spawn(engine, [], { stdio: ["pipe", "pipe", "ignore"] });
    const send = (line) => child.stdin.write(`${line}\n`);
    let state = "usi";
    let answer = null;
    let timer = setTimeout(() => end("no usiok in time"), START_MS);
    function wait(limit, fault) {
      clearTimeout(timer);
      timer = setTimeout(() => end(fault), limit);
    }
    function end(fault) {
      if (fault) faults.push(fault);
      child.kill("SIGKILL");
    }
    function hear(line) {
      if (state === "quit") faults.push(`after quit: ${line}`);
      if (/[^\x20-\x7e]/.test(line)) faults.push(`not ASCII: ${line}`);
      if (line.startsWith("option ")) {
        const fault = optionFault(line);
        if (fault) faults.push(fault);
      } else if (line === "usiok") {
        state = "isready";
        wait(START_MS, "no readyok in time");
        send("isready");
      } else if (line === "readyok") {
        state = "go";
        send("usinewgame");
        send(`position sfen ${sfen}`);
        send(`go mate ${ms}`);
        wait(Number(ms) + GUARD_MS, "no checkmate in time");
      } else if (line.startsWith("info ") && line.includes(" pv ")) {
        const fault = replay(sfen, line.split(" pv ")[1].split(" "));
        if (fault) faults.push(fault);
      } else if (line.startsWith("checkmate")) {
        if (state !== "go") faults.push(`unasked: ${line}`);
        if (!line.startsWith("checkmate ")) faults.push(`no space: ${line}`);
        answer = line.slice("checkmate ".length).trim();
        if (!["nomate", "timeout", "notimplemented"].includes(answer)) {
          const fault = replay(sfen, answer.split(" "));
          if (fault) faults.push(fault);
        }
        state = "answered";
        // A second answer would come at once.
        setTimeout(() => {
          state = "quit";
          send("quit");
          wait(QUIT_MS, "no end after quit");
        }, 20);
      }
    }
    child.stdin.on("error", () => faults.push("the engine hears no more"));
    createInterface({ input: child.stdout }).on("line", hear);
    send("usi");
    child.stdin.on("error", () => {});
    child.on("close", () => {
      clearTimeout(timer);
      if (answer === null) faults.push("no answer");
      resolve({ answer, faults });
    });
  });
}

let faults = 0;
const kinds = {};
const tasks = positions();
for (const sfen of tasks) {
  const result = await search(sfen);
  const kind = /^(nomate|timeout|notimplemented)$/.test(result.answer ?? "") ? result.answer : "mate";
  kinds[kind] = (kinds[kind] ?? 0) + 1;
  for (const fault of result.faults) {
    faults += 1;
    console.log(`${sfen}: ${fault}`);
  }
}
console.log(`${tasks.length} positions ${JSON.stringify(kinds)}: ${faults} faults`);
process.exit(faults || !tasks.length ? 1 : 0);
