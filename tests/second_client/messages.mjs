// What a map has to look like (chapters 2, 5.2, 7.1 and 8): the tables are read from protocol/SPEC.md itself.
import { readFileSync } from "node:fs";
import { need, unpack } from "./primitives.mjs";

const SPEC = readFileSync(new URL("../../protocol/SPEC.md", import.meta.url), "utf8");
const chapter = (title) => SPEC.split(/^(?=##)/m).find((one) => one.startsWith(title));
const FIELD = /`(\w+)` ((?:\([^)]*\)|"[^"]*"|\[[^\]]*\]|[^,`(]|`(?!\w+` ))+)/g;
const rows = (text) => [...text.matchAll(/^\| `(?!t`)([\w-]+)` \|([^|]*)\|/gm)].map((row) => row.slice(1));

const plain = (value) => typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const within = (n, low, high) => n >= low && n <= high;
const int = (low, high) => (value) => Number.isSafeInteger(value) && within(value, low, high);
const bytes = (low, high) => (value) => value instanceof Uint8Array && within(value.length, low, high);
const text = (low, high, like = /^/) => (value) =>
  typeof value === "string" && within([...value].length, low, high) && like.test(value);
const one = (words) => (value) => words.includes(value);
const words = (prose) => one([...prose.replace(/\([^)]*\)/g, "").matchAll(/`([a-z-]+)`/g)].map((word) => word[1]));
const isDay = (day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
const program = text(0, 32, /^[ -~]*$/);
const number = int(0, 2 ** 31 - 1);
// 2.1
const TYPES = {
  seat: int(0, 5), seq: int(0, 4999), number, ms: number, name: text(1, 24), word: text(1, 32, /^[a-z][a-z0-9_.-]*$/),
  address: text(1, 64, /^[0-9A-Za-z.:%[\]-]+$/), bool: (value) => typeof value === "boolean",
  date: (value) => text(10, 10, /^\d{4}-\d\d-\d\d$/)(value) && isDay(value),
  "text of at most 32 printable ASCII": program, "as above": program, "as in hello": one(["seat", "watch"]),
  "(4.5)": one(rows(chapter("### 4.5")).map(([code]) => code)),
  signed: (value) => map(TOLD.signed)(value),
};
for (const n of [16, 32, 33, 64]) TYPES[`b${n}`] = bytes(n, n);

function type(written) {
  const { of, kind, low, high } =
    /^(?:\[(?<of>.+)\]|(?<kind>int|bytes|text)|) ?(?<low>\d+)…(?<high>\d+)(?: code points)?$/.exec(written)?.groups ?? {};
  if (of) {
    const fits = type(of);
    return (value) => Array.isArray(value) && within(value.length, Number(low), Number(high)) && value.every(fits);
  }
  if (low) return { int, bytes }[kind]?.(Number(low), Number(high)) ?? text(Number(low), Number(high));
  if (written.endsWith("?")) {
    const fits = type(written.slice(0, -1));
    return (value) => value === null || fits(value);
  }
  if (/^text of at most \d+$/.test(written)) return text(0, Number(written.slice(16)));
  if (written.startsWith('"')) return one(written.match(/[a-z-]+(?=")/g));
  if (written.startsWith("(`")) return words(written.slice(1, -1));
  return TYPES[written] ?? need(false, `no type ${written}`);
}

function map(fields) {
  const names = Object.keys(fields);
  return (value) =>
    plain(value) && Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name) && fields[name](value[name]));
}
const fieldsOf = (keys) =>
  Object.fromEntries([...keys.matchAll(FIELD)].map(([, key, written]) => [key, type(written.split(":")[0].trim())]));
const told = (text) => Object.fromEntries(rows(text).map(([tag, keys]) => [tag, { t: one([tag]), ...fieldsOf(keys) }]));
const kinds = (maps) => (value) => plain(value) && Object.hasOwn(maps, value.t) && map(maps[value.t])(value);

for (const [, name, prose] of SPEC.matchAll(/ (phase|then|why) is one of ([^]*?)\.\s/g)) TYPES[name] = words(prose);
for (const [, name, keys] of SPEC.matchAll(/^\| (rules|head) \| map ([^|]*) \|$/gm)) TYPES[name] = map(fieldsOf(keys));
for (const name of ["secret", "chair", "here", "newcomer", "opening"]) {
  const keys = new RegExp(`\\b${name} is a map ([^]*?)(?:;|\\.\\s| \\(11\\))`).exec(SPEC)[1];
  TYPES[name] = map(fieldsOf(keys.replaceAll("\n", " ")));
}
const [DEEDS, DECISIONS] = chapter("### 5.2").split("a what's").map((part, i) => {
  if (i === 0) TYPES.what = (value) => kinds(DECISIONS)(value);
  return told(part);
});
const [KINDS, ROSTER] = chapter("## 8. ").split("A row of the roster").map((part, i) => {
  if (i === 0) TYPES.row = (value) => kinds(ROSTER)(value);
  return told(part);
});
const TOLD = Object.assign({}, ...["### 2.2", "### 2.3", "### 2.4", "### 2.6"].map((title) => told(chapter(title))));
// 8.1: a genesis that was kept before matches named their rules has `v` 1, and no key `rules`.
const { rules, ...old } = KINDS.genesis;
TYPES.kind = (value) => kinds(KINDS)(value) || (value?.v === 1 && kinds({ genesis: old })(value));
const BODY = map(Object.fromEntries(rows(chapter("### 7.1")).map(([key, written]) => [key, type(written.trim())])));

const only = (title, ...more) => Object.fromEntries([title, ...more]
  .flatMap((name) => (name.startsWith("#") ? Object.entries(told(chapter(name))) : [[name, TOLD[name]]])));
const reader = (fits) => (raw) => {
  const value = unpack(raw);
  need(fits(value), `no such message: ${value?.t}`);
  return value;
};
export const fitsClient = kinds(only("hello", "auth", "bye", "### 2.3", "### 2.4", "### 2.5"));
export const readClient = reader(fitsClient);
export const readTable = reader(kinds(only("hhello", "welcome", "bye", "### 2.3", "### 2.6")));
export const readDeed = reader(kinds(DEEDS));
export const readBody = reader(BODY);
