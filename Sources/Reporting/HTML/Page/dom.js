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
