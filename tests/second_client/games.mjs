// protocol/GAMES.md: what stands in boxes and actions, by the tables of that page; and how Love Letter deals.
import { readFileSync } from "node:fs";
import { need, pack, unpack } from "./primitives.mjs";

const GAMES = readFileSync(new URL("../../protocol/GAMES.md", import.meta.url), "utf8");
export const rows = (name) => {
  const table = GAMES.split(`<!-- generated: ${name} -->`)[1].split("<!-- end -->")[0].trim().split("\n");
  return table.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim().replace(/^`([^`]*)`$/, "$1")));
};
const ACTIONS = new Map(["love-letter-actions", "princes-actions"].flatMap((name) => rows(name).slice(2)
  .map(([act, , keys, mark]) => [act, { keys: [...keys.matchAll(/`(\w+)` [A-Zib[]/g)].map((key) => key[1]), mark }])));
const REVISIONS = new Map(rows("rules-named").slice(2).map(([game, , revision]) => [game, Number(revision)]));

// 4 (2): whoever has no rules plays by those that the page is of.
export const plays = ({ game, rules }) => REVISIONS.get(game) === rules.revision;

export const menuOf = (box) => pack(unpack(box)[2]);

const pick = (list) => list[Math.floor(Math.random() * list.length)];

// 1.4: one path through the menu, and what is sent of it; now and then one that is optional.
export function choose(menu) {
  let node = unpack(menu);
  if (Math.random() < 0.9) node = node.filter(([[act]]) => ACTIONS.get(act).mark !== "optional");
  if (node.length === 0) return null;
  const path = [];
  while (node.length > 0) {
    const [values, next] = pick(node);
    path.push(pick(values));
    node = next;
  }
  const [act, ...values] = path;
  const { keys, mark } = ACTIONS.get(act);
  need(keys.length === values.length, `a path of another length than ${act}`);
  const action = pack({ act, ...Object.fromEntries(keys.map((key, i) => [key, values[i]])) });
  return mark === "secret" ? { action: Buffer.alloc(0), choice: action } : { action, choice: null };
}
