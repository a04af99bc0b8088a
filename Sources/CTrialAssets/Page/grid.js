// Filters the rows and columns of the grid, and marks the reading of the cell that was chosen.
const grid = document.getElementById("grid");
const heads = [...grid.rows[0].cells].filter((head) => head.dataset.text !== undefined);
const rows = [...grid.querySelectorAll("tbody tr[data-text]")];
const field = (id) => document.getElementById(id);
const words = (id) => (field(id)?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);

// The signs of checkers, which pass or block and read nothing.
const VERDICTS = ["pass", "flag", "block"];

function filter() {
  const wanted = words("text");
  const receivers = words("receivers");
  const group = field("group").value;
  const sign = field("sign").value;
  const split = field("split")?.checked;
  const columns = heads.map((head) => {
    const text = head.dataset.text.toLowerCase();
    return receivers.length === 0 || receivers.some((word) => text.includes(word));
  });
  for (const row of grid.rows) {
    if (row.className === "group") continue;
    columns.forEach((isShown, index) => { row.cells[index + 1].hidden = !isShown; });
  }
  let count = 0;
  for (const row of rows) {
    const text = row.dataset.text.toLowerCase();
    const signs = columns.flatMap((isShown, index) => {
      const link = isShown ? row.cells[index + 1].firstElementChild : null;
      return link ? [link.className] : [];
    });
    const isShown = wanted.every((word) => text.includes(word))
      && (!group || row.parentElement.dataset.group === group)
      && (!sign || signs.includes(sign))
      && (!split || new Set(signs.filter((word) => !VERDICTS.includes(word))).size > 1);
    row.hidden = !isShown;
    if (isShown) count += 1;
  }
  for (const body of grid.tBodies) {
    body.hidden = ![...body.rows].some((row) => row.className !== "group" && !row.hidden);
  }
  const shown = columns.filter(Boolean).length;
  field("shown").textContent = `${count} of ${rows.length} bodies`
    + (shown < heads.length ? `, ${shown} of ${heads.length} receivers` : "");
}

// Which column the link that leads to a body stands in.
let chosen = null;

function mark() {
  const id = location.hash.slice(1);
  for (const row of rows) {
    row.classList.toggle("open", row.cells[0].firstElementChild.hash === `#${id}` && id !== "");
  }
  const section = id ? document.getElementById(id) : null;
  for (const reading of section?.querySelectorAll(".reading") ?? []) {
    const isChosen = chosen !== null && reading.dataset.receivers.split(" ").includes(String(chosen));
    reading.classList.toggle("chosen", isChosen);
    if (isChosen) reading.scrollIntoView({ block: "nearest" });
  }
}

grid.addEventListener("click", (event) => {
  const cell = event.target.closest("td");
  chosen = cell ? cell.cellIndex - 1 : null;
  if (event.target.closest("a")?.hash === location.hash) mark();
});
addEventListener("hashchange", mark);
addEventListener("keydown", (event) => { if (event.key === "Escape") location.hash = "_"; });
field("filters").addEventListener("input", filter);
field("filters").addEventListener("submit", (event) => event.preventDefault());
field("filters").hidden = false;
filter();
mark();
