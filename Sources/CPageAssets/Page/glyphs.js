const CR = 13;
const LF = 10;
const NAMES = new Map([[CR, "CR"], [LF, "LF"], [9, "HT"], [0, "NUL"]]);
const ARROWS = new Map([[CR, "←"], [LF, "↓"], [9, "→"], [0, "∅"]]);

// What would turn the line around, draw nothing, or is no character at all.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

// The code point of the UTF-8 character at `index` and its length in bytes; a length of 0 where there is none.
function character(bytes, index, end) {
  const first = bytes[index];
  if (first < 0x80) return [first, 1];
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || index + length > end) return [0, 0];
  let point = first & (0xff >> (length + 1));
  for (let offset = 1; offset < length; offset += 1) {
    const next = bytes[index + offset];
    if ((next & 0xc0) !== 0x80) return [0, 0];
    point = (point << 6) | (next & 0x3f);
  }
  const least = [0, 0, 0x80, 0x800, 0x10000][length];
  const isWrong = point < least || point > 0x10ffff || (point >= 0xd800 && point < 0xe000);
  return isWrong ? [0, 0] : [point, length];
}

// Whether bytes are no text: then what looks like a character beyond ASCII is one by chance.
function isBinary(bytes, start, end) {
  for (let index = start; index < end; ) {
    const [point, length] = character(bytes, index, end);
    if (length === 0 || (point < 0x20 && !(point >= 9 && point <= 13) && point !== 0x1b)) return true;
    index += length;
  }
  return false;
}

// Draws bytes as text into an element: controls are named, and what is not to be taken for text stands in <i>.
function drawText(into, bytes, start, end, asBinary) {
  let plain = "";
  let raw = "";
  const flush = () => {
    if (plain) into.append(plain);
    if (raw) into.append(make("i", { class: "raw" }, raw));
    plain = raw = "";
  };
  for (let index = start; index < end; ) {
    const [point, length] = asBinary && bytes[index] > 0x7f ? [0, 0] : character(bytes, index, end);
    const text = length ? String.fromCodePoint(point) : "";
    if (length && NAMES.has(point)) {
      flush();
      into.append(make("i", { class: point === CR || point === LF ? "end" : null }, NAMES.get(point)));
    } else if (length && point >= 0x20 && point !== 0x7f && !UNSEEN.test(text)) {
      if (raw) flush();
      plain += text;
    } else {
      if (plain) flush();
      raw += point > 0x7f ? `\\u{${point.toString(16)}}` : "\\x" + hexDigits[bytes[index]].toUpperCase();
    }
    index += length || 1;
  }
  flush();
}

// One column for one byte, as in the text column of a hexadecimal view.
function drawColumn(into, bytes, start, end) {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index];
    if (byte >= 0x20 && byte < 0x7f) into.append(String.fromCharCode(byte));
    else into.append(make("i", {}, ARROWS.get(byte) ?? (byte < 0x80 ? "·" : "×")));
  }
  into.normalize();
}
