// Reads the records of `kanju verify --format kifu` with tsshogi, the reader of ShogiHome (`npm install tsshogi` where node
// finds it): each has to load without an error, with as many ends of lines as were written.
//
//     node scripts/kif_shogihome.mjs KANJU FILE [COUNT] [SECONDS]
//
// FILE is tab-separated with a header that has a column `sfen`; SECONDS is for each problem. Exit status 1 if something is
// wrong.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { importKIF } = createRequire(join(process.cwd(), "anywhere.js"))("tsshogi");
const [kanju, file, count = "200", seconds = "5"] = process.argv.slice(2);

function positions() {
  const [header, ...rows] = readFileSync(file, "utf8").trim().split("\n");
  const column = header.split("\t").indexOf("sfen");
  const step = Math.max(1, Math.floor(rows.length / Number(count)));
  return rows.filter((_, i) => i % step === 0).slice(0, Number(count)).map((row) => row.split("\t")[column]);
}

function written(sfen) {
  const args = ["verify", sfen, "--format", "kifu", "--time-limit", `${seconds}s`, "--no-progress"];
  return spawnSync(kanju, args, { encoding: "utf8", maxBuffer: 1 << 26 }).stdout.replace(/^\ufeff/, "");
}

/** What is wrong with a record, or null. */
function fault(text, branches) {
  const record = importKIF(text);
  if (record instanceof Error) return record.message;
  let ends = 0;
  record.forEach((node) => {
    if (!node.next) ends += 1;
  });
  return ends === branches + 1 ? null : `${ends} ends of lines, ${branches} branches written`;
}

let [records, branches, faults] = [0, 0, 0];
for (const sfen of positions()) {
  const text = written(sfen);
  if (!text) continue;
  const here = (text.match(/変化：/g) ?? []).length;
  const wrong = fault(text, here);
  records += 1;
  branches += here;
  if (wrong) {
    faults += 1;
    console.log(`${sfen}: ${wrong}`);
  }
}
console.log(`${records} records, ${branches} branches, ${faults} faults`);
process.exit(faults > 0 || records === 0 ? 1 : 0);
