// The exchanges in their own order, and with them the names of their captures where these are shown.
const exchanges = [...document.querySelectorAll("details.exchange")];
const originals = document.querySelector(".list > h3")
  ? [...document.querySelectorAll(".list > h3, .list > details.exchange")]
  : exchanges;
const search = document.getElementById("search");
const severity = document.getElementById("severity");
const formsOnly = document.getElementById("forms-only");
const shownCount = document.getElementById("shown-count");

// Opens what an address names: `#e0-12` an exchange, `#e0-12.3` the third finding in it.
async function openNamed(hash) {
  const [id, finding] = hash.slice(1).split(".");
  const details = id ? document.getElementById(id) : null;
  if (!details?.matches("details.exchange")) return;
  details.hidden = false;
  showHeadings();
  details.open = true;
  await build(details);
  details.scrollIntoView({ block: "start" });
  details.firstElementChild.focus({ preventScroll: true });
  if (finding) details.view?.open?.(Number(finding));
}

const COLUMNS = ["index", "method", "url", "status", "parts", "bytes", "encoder", "verdict"];
const titles = document.querySelector(".titles");
let sorting = { by: "index", isDescending: false };

// What an exchange is sorted by in a column: a number where it is one, and nothing last. Numbers begin anew in each
// capture, so that their column has the order of the report.
function keyOf(details, place, by) {
  if (by === "index") return place;
  if (by === "verdict") return RANK[details.dataset.worst] ?? 0;
  const text = details.firstElementChild.children[COLUMNS.indexOf(by)].textContent;
  if (text === "–" || text === "") return null;
  return ["status", "parts", "bytes"].includes(by) ? Number(text.replaceAll(",", "")) : text;
}

function compare(one, other) {
  if (one === null || other === null) return (one === null) - (other === null);
  return typeof one === "number" ? one - other : one.localeCompare(other);
}

function sort(by, isDescending) {
  sorting = { by, isDescending };
  const sign = isDescending ? -1 : 1;
  const isOriginal = by === "index" && !isDescending;
  const keyed = exchanges.map((details, place) => ({ details, place, key: keyOf(details, place, by) }));
  if (!isOriginal) {
    keyed.sort((a, b) => (a.key === null || b.key === null ? 1 : sign) * compare(a.key, b.key) || verdictOrder(a, b) || a.place - b.place);
  }
  const list = titles.parentElement;
  list.classList.toggle("sorted", !isOriginal);
  titles.classList.toggle("descending", isDescending);
  for (const button of titles.children) button.setAttribute("aria-pressed", String(button.dataset.by === by));
  document.getElementById("sort").value = by;
  const shown = isOriginal ? originals : keyed.map(({ details }) => details);
  // A list that is not in the page is reordered several times as fast; what had the focus gets it back.
  const focused = document.activeElement;
  const gap = document.createComment("");
  list.replaceWith(gap);
  titles.after(...shown);
  gap.replaceWith(list);
  if (list.contains(focused)) focused.focus({ preventScroll: true });
}

// Exchanges of one severity are sorted by what is wrong with them.
function verdictOrder(a, b) {
  if (sorting.by !== "verdict") return 0;
  const words = ({ details }) => details.firstElementChild.lastElementChild.textContent;
  return words(a).localeCompare(words(b));
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const least = RANK[severity.value] ?? 0;
  let shown = 0;
  for (const details of exchanges) {
    const { search: text, worst, form } = details.dataset;
    const isShown =
      (RANK[worst] ?? 0) >= least && (!formsOnly.checked || form !== undefined) && words.every((word) => text.includes(word));
    details.hidden = !isShown;
    if (isShown) shown += 1;
  }
  showHeadings();
  shownCount.textContent =
    shown === exchanges.length
      ? count(shown, "exchange")
      : `${shown.toLocaleString("en")} of ${count(exchanges.length, "exchange")}`;
}

// Shows the names of the captures of which an exchange is shown.
function showHeadings() {
  let heading = null;
  for (const element of originals) {
    if (element.localName === "h3") {
      heading = element;
      heading.hidden = true;
    } else if (heading && !element.hidden) {
      heading.hidden = false;
    }
  }
}

function move(step) {
  const shown = [...document.querySelectorAll("details.exchange")].filter((details) => !details.hidden);
  const index = shown.indexOf(document.activeElement?.closest?.("details.exchange"));
  const next = shown[index < 0 ? (step > 0 ? 0 : shown.length - 1) : index + step];
  next?.firstElementChild.focus({ preventScroll: true });
  next?.firstElementChild.scrollIntoView({ block: "nearest" });
}

function escape(target) {
  if (target === search) {
    search.value = "";
    filter();
    search.blur();
    return;
  }
  const details = target.closest?.("details.exchange") ?? exchanges.find((each) => each.open);
  if (!details) return;
  details.open = false;
  details.firstElementChild.focus();
}

if (search) {
  for (const button of titles.children) {
    button.addEventListener("click", () => {
      const { by } = button.dataset;
      // Numbers and verdicts are looked for from the greatest.
      const isFirst = by !== sorting.by;
      sort(by, isFirst ? ["parts", "bytes", "status", "verdict"].includes(by) : !sorting.isDescending);
    });
  }
  document.getElementById("sort").addEventListener("input", ({ target }) => {
    sort(target.value, ["parts", "bytes", "status", "verdict"].includes(target.value));
  });
  for (const input of [search, severity, formsOnly]) input.addEventListener("input", filter);
  // Enter goes to the first exchange that is shown.
  search.form.addEventListener("submit", (event) => {
    event.preventDefault();
    move(1);
  });
  // A toggle does not bubble.
  const opened = ({ target }) => {
    if (target.matches("details.exchange") && target.open) build(target);
  };
  document.addEventListener("toggle", opened, true);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return escape(event.target);
    if (event.target.matches?.("input, select, textarea")) return;
    if (event.key === "/") search.focus();
    else if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => openNamed(location.hash));
  // The address does not change where a link is followed for the second time.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href^='#']");
    if (link && link.hash === location.hash) openNamed(link.hash);
  });
  titles.parentElement.addEventListener("mouseover", ({ target }) => {
    if (target.matches(".url")) target.title = target.textContent;
  });
  addEventListener("beforeprint", () => {
    for (const details of exchanges) if (details.open) details.view?.bytes?.fillAll();
  });
}
