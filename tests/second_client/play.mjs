// Sits down at a table and plays: WORDS=… [HOSTING=…] node play.mjs PORT [--players N] [--bots easy,normal]
//     [--matches N] [--cuts N] [--start N]
import { parseArgs } from "node:util";
import { Client } from "./client.mjs";

const number = (fallback) => ({ type: "string", default: fallback });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { players: number("1"), matches: number("1"), cuts: number("0"), start: number("0"), bots: number(""), trace: { type: "boolean" } },
});
const port = Number(positionals[0]);
const { WORDS: words, HOSTING } = process.env;
const names = ["Nora", "Nils", "Nina", "Noah", "Nell", "Nico"].slice(0, Number(values.players));
const clients = names.map((name, i) => {
  const trace = values.trace ? (what) => console.error(name, JSON.stringify(what)) : undefined;
  const first = { starts: Number(values.start), hosting: HOSTING && Buffer.from(HOSTING, "hex"), bots: values.bots.split(",").filter(Boolean) };
  return new Client({ host: "127.0.0.1", port, words, name, cuts: Number(values.cuts), trace, ...(i === 0 ? first : {}) });
});
const results = await Promise.all(clients.map((client) => client.play(Number(values.matches))));
for (const result of results.flat()) console.log(JSON.stringify(result));
