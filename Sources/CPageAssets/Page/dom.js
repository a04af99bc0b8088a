// Makes an element. What comes from a capture is only ever set as text: nothing here parses markup.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Sentences quote bytes and names between backticks.
function sentence(text) {
  const pieces = text.split("`");
  if (pieces.length % 2 === 0) return signed(text);
  return pieces.flatMap((piece, index) => (index % 2 ? [make("code", {}, ...signed(piece))] : signed(piece)));
}

// Few fonts have the pictures of controls: their names are written instead.
const PICTURES = { "␍": "CR", "␊": "LF", "␉": "HT" };

function signed(text) {
  return text
    .split(/([␍␊␉])/)
    .filter((piece) => piece !== "")
    .map((piece) => (piece in PICTURES ? make("i", {}, PICTURES[piece]) : piece));
}

function leading(text) {
  return sentence(text.charAt(0).toUpperCase() + text.slice(1));
}

function count(number, noun, plural) {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural ?? noun + "s"}`;
}

// Codes longer than this are elided in the middle: people compare their ends, and what differs.
const LONGEST_CODE = 36;
const KEPT_START = 14;
const KEPT_END = 10;

// Elides long codes of a sentence in the middle, and marks in two that are alike what differs. Only single words, such as
// boundaries, are that long without a reason to be read whole.
function elideCodes(element) {
  const isWord = (code) => !code.title && !code.children.length && /^\S+$/.test(code.textContent);
  const isLong = (code) => isWord(code) && !code.matches(".rule") && code.textContent.length > LONGEST_CODE;
  const codes = [...element.querySelectorAll("code")].filter(isLong);
  const texts = codes.map((code) => code.textContent);
  codes.forEach((code, index) => {
    const others = texts.filter((other, place) => place !== index && other !== texts[index]);
    const ranges = others.map((other) => difference(texts[index], other)).filter(Boolean);
    code.title = texts[index];
    code.replaceChildren(...elided(texts[index], ranges[0] ?? null));
  });
}

// What differs in a text from one like it, as offsets; null where they are not alike.
function difference(text, other) {
  const room = Math.min(text.length, other.length);
  let head = 0;
  while (head < room && text[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < room - head && text[text.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return head + tail >= room / 3 ? { lo: head, hi: text.length - tail } : null;
}

// The pieces of a text of which its ends and a marked range are kept.
function elided(text, marked) {
  const kept = [{ lo: 0, hi: KEPT_START }, { lo: text.length - KEPT_END, hi: text.length }];
  if (marked) kept.push({ lo: Math.max(marked.lo - 6, 0), hi: Math.min(marked.lo + 24, marked.hi) });
  kept.sort((a, b) => a.lo - b.lo);
  const pieces = [];
  let end = 0;
  for (const { lo, hi } of kept) {
    if (lo > end + 1) pieces.push("…");
    else if (lo > end) pieces.push(text.slice(end, lo));
    const from = Math.max(lo, end);
    if (hi <= from) continue;
    const cuts = marked ? [from, Math.min(Math.max(marked.lo, from), hi), Math.min(Math.max(marked.hi, from), hi), hi] : [from, hi, hi, hi];
    pieces.push(text.slice(cuts[0], cuts[1]));
    if (cuts[2] > cuts[1]) pieces.push(make("mark", {}, text.slice(cuts[1], cuts[2])));
    pieces.push(text.slice(cuts[2], cuts[3]));
    end = hi;
  }
  return pieces.filter((piece) => piece !== "");
}

// The index of the last item of a sorted array whose `lo` is at most `offset`, -1 where there is none.
function lastAt(items, offset) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle].lo <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
