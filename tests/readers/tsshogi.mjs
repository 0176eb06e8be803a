// Loads KIF files with tsshogi, the reader of ShogiHome, and counts their lines; see docs/verify.md.
//
//   npm install tsshogi && node tests/readers/tsshogi.mjs FOLDER
import fs from "node:fs";
import path from "node:path";
import { importKIF } from "tsshogi";

const folder = process.argv[2] ?? ".";
let [files, branches, bad] = [0, 0, 0];
for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".kifu"))) {
  const text = fs.readFileSync(path.join(folder, name), "utf8").replace(/^\ufeff/, "");
  const record = importKIF(text);
  if (record instanceof Error) {
    console.log(`${name}: ${record.message}`);
    bad += 1;
    continue;
  }
  let lines = 0;
  record.forEach((node) => {
    if (!node.next) lines += 1;
  });
  const written = text.match(/^変化：/gm)?.length ?? 0;
  if (lines !== written + 1) {
    console.log(`${name}: ${written} branches written, ${lines - 1} read`);
    bad += 1;
  }
  files += 1;
  branches += written;
}
console.log(`${files} files, ${branches} branches, ${bad} faulty`);
process.exit(bad > 0 ? 1 : 0);
