// Sits down at a table and plays: WORDS=… [HOSTING=…] node play.mjs PORT [--players N] [--bots easy,normal]
//     [--matches N] [--cuts N] [--start N] [--trace]
import { parseArgs } from "node:util";
import { Client } from "./client.mjs";

const text = (fallback) => ({ type: "string", default: fallback });
const options = { players: text("1"), matches: text("1"), cuts: text("0"), start: text("0"), bots: text(""), trace: { type: "boolean" } };
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const { WORDS: words, HOSTING } = process.env;
const names = ["Nora", "Nils", "Nina", "Noah", "Nell", "Nico"].slice(0, Number(values.players));
const clients = names.map((name, i) => {
  const trace = values.trace ? (what) => console.error(name, JSON.stringify(what)) : undefined;
  const hosting = HOSTING && Buffer.from(HOSTING, "hex");
  const first = i === 0 ? { starts: Number(values.start), hosting, bots: values.bots.split(",").filter(Boolean) } : {};
  return new Client({ host: "127.0.0.1", port: Number(positionals[0]), words, name, cuts: Number(values.cuts), trace, ...first });
});
const results = await Promise.all(clients.map((client) => client.play(Number(values.matches))));
for (const result of results.flat()) console.log(JSON.stringify(result));
