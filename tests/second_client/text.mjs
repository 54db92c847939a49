// Chapter 14 of protocol/SPEC.md: what somebody else has written is cleaned before anything is done with it.
import { eastAsianWidth } from "get-east-asian-width";

const UNSEEN =
  /[\u034f\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{13441}-\u{13442}\u{16fe4}\u{1d159}\u{e0100}-\u{e01ef}]/gu;
const WIDE = /[\u2630-\u2637\u268a-\u268f\u4dc0-\u4dff\u{1d300}-\u{1d376}\u{1f1e6}-\u{1f1ff}]/u;

const drop = (text) =>
  text
    .replace(/\p{White_Space}|[\u001c-\u001f]/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Me}]/gu, "")
    .replace(UNSEEN, "")
    .replace(/(^| )[\p{Mn}\p{Mc}]+/gu, "$1")
    .replace(/([\p{Mn}\p{Mc}]{2})[\p{Mn}\p{Mc}]+/gu, "$1");

export function cells(text) {
  const width = (sign) => (/\p{Mn}/u.test(sign) ? 0 : WIDE.test(sign) ? 2 : eastAsianWidth(sign.codePointAt(0)));
  return [...text].reduce((sum, sign) => sum + width(sign), 0);
}

function clean(text, form, most, points) {
  const once = drop(drop(text).normalize(form)).replace(/ +/g, " ").trim().normalize(form);
  let kept = "";
  for (const [piece] of once.matchAll(/[^\p{Mn}\p{Mc}][\p{Mn}\p{Mc}]*/gu)) {
    if (cells(kept + piece) > most || [...kept, ...piece].length > points) break;
    kept += piece;
  }
  return kept.trim() || null;
}

export const cleanName = (text) => clean(text, "NFKC", 16, 24);
export const cleanChat = (text) => clean(text, "NFC", 200, 240);
