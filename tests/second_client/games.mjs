// protocol/GAMES.md: how a menu and an action are made, which is the same for every game.
import { pack, unpack } from "./primitives.mjs";

// 2.6 and 3.6: the keys of each action in the order of a path, what is sealed, and what nobody waits for.
const KEYS = {
  play: "card target guess", keep: "card under", offer: "item", accept: "item", decline: "item",
  remedy: "item card place", visit: "location", rest: "card", propose: "option", name: "prince", ballot: "option",
  choose: "option", commit: "cards", use_item: "item for_brother", mend: "card place", give_up: "item",
  choose_apart: "option",
};
const SECRET = ["keep", "ballot", "choose_apart"];
const OPTIONAL = ["take_back", "offer", "remedy"];

export const menuOf = (box) => pack(unpack(box)[2]);

const pick = (list) => list[Math.floor(Math.random() * list.length)];

// 1.4: one path through the menu, and what is sent of it; now and then one that is optional.
export function choose(menu) {
  let node = unpack(menu);
  const due = node.filter(([[act]]) => !OPTIONAL.includes(act));
  if (Math.random() < 0.9) node = due;
  if (node.length === 0) return null;
  const path = [];
  while (node.length > 0) {
    const [values, next] = pick(node);
    path.push(pick(values));
    node = next;
  }
  const [act, ...values] = path;
  const keys = KEYS[act]?.split(" ") ?? [];
  const action = pack({ act, ...Object.fromEntries(keys.map((key, i) => [key, values[i]])) });
  return SECRET.includes(act) ? { action: Buffer.alloc(0), choice: action } : { action, choice: null };
}
