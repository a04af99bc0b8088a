const exchanges = [...document.querySelectorAll("details.exchange")];
const search = document.getElementById("search");
const severity = document.getElementById("severity");
const formsOnly = document.getElementById("forms-only");
const shownCount = document.getElementById("shown-count");

function build(details) {
  if (details.view) return;
  details.view = viewOf(JSON.parse(details.querySelector("script").textContent));
  details.querySelector(".brief")?.remove();
  details.append(details.view);
  details.view.begin();
}

function openNamed(hash) {
  const details = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
  if (!details?.matches("details.exchange")) return;
  details.hidden = false;
  details.open = true;
  details.scrollIntoView({ block: "start" });
  details.firstElementChild.focus({ preventScroll: true });
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
  shownCount.textContent =
    shown === exchanges.length
      ? count(shown, "exchange")
      : `${shown.toLocaleString("en")} of ${count(exchanges.length, "exchange")}`;
}

function move(step) {
  const shown = exchanges.filter((details) => !details.hidden);
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
  for (const input of [search, severity, formsOnly]) input.addEventListener("input", filter);
  for (const details of exchanges) {
    details.addEventListener("toggle", () => {
      if (details.open) build(details);
    });
  }
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
  addEventListener("beforeprint", () => {
    for (const details of exchanges) if (details.open && details.view) details.view.bytes.fillAll();
  });
  filter();
  const uploads = exchanges.filter((details) => details.dataset.form !== undefined);
  if (location.hash.length > 1) openNamed(location.hash);
  else if (exchanges.length === 1) exchanges[0].open = true;
  else if (uploads.length === 1) uploads[0].open = true;
}
