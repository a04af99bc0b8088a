// A report: each exchange stands in the page, with its data.
function build(details) {
  if (details.view) return;
  details.view = viewOf(JSON.parse(details.querySelector("script").textContent), details.id);
  details.querySelector(".brief")?.remove();
  details.append(details.view);
  details.view.begin();
}

// Scrolls excerpts sideways, where their marks would be out of sight.
function revealMarks() {
  for (const excerpt of document.querySelectorAll(".excerpt")) {
    const mark = excerpt.querySelector("mark");
    if (!mark || excerpt.scrollWidth <= excerpt.clientWidth) continue;
    const left = mark.getBoundingClientRect().left - excerpt.getBoundingClientRect().left + excerpt.scrollLeft;
    const room = excerpt.clientWidth - Math.min(mark.offsetWidth, excerpt.clientWidth / 2);
    excerpt.scrollLeft = left > room ? left - room / 3 : 0;
  }
}

for (const element of document.querySelectorAll("h1, .kind h3, .kind > p, .ranking span")) elideCodes(element);
revealMarks();
addEventListener("resize", revealMarks);
for (const notes of document.querySelectorAll("details.notes")) notes.addEventListener("toggle", revealMarks);

if (search) {
  filter();
  const uploads = exchanges.filter((details) => details.dataset.form !== undefined);
  const faulty = exchanges.filter((details) => RANK[details.dataset.worst] >= RANK.warning);
  const only = [exchanges, uploads, faulty].find((list) => list.length === 1);
  if (location.hash.length > 1) openNamed(location.hash);
  else if (only) only[0].open = true;
}
