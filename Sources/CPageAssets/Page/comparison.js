// One comparison: in its table the differences, below it the bytes of the requests, made when they are asked for.
class Comparison {
  constructor(section) {
    this.sides = section.querySelector("details.sides");
    this.rows = [...section.querySelectorAll("tr.difference")];
    this.views = null;
    this.pinned = null;
    this.sides.addEventListener("toggle", () => this.show());
    for (const row of this.rows) {
      const button = row.querySelector("button");
      row.addEventListener("mouseenter", () => this.light(row));
      row.addEventListener("mouseleave", () => this.light(this.pinned));
      button.addEventListener("focus", () => this.pin(row));
      button.addEventListener("click", () => {
        this.sides.open = true;
        this.show();
        this.pin(row);
        if (matchMedia("(max-width: 62rem)").matches) this.sides.scrollIntoView({ block: "nearest" });
      });
    }
    this.show();
  }

  show() {
    if (!this.sides.open || this.views) return;
    this.views = [...this.sides.querySelectorAll(".side")].map((side, index) =>
      sideOf(side, this.rows.flatMap((row) => placesIn(row.querySelectorAll("td")[index])))
    );
    // What the verdict names is in sight, in every request at the same height.
    if (this.pinned) this.light(this.pinned);
    else if (this.rows.length) this.pin(this.rows.find((row) => row.classList.contains("cause")) ?? this.rows[0]);
  }

  pin(row) {
    this.pinned?.classList.remove("active");
    this.pinned = row;
    row.classList.add("active");
    this.light(row);
  }

  // Lights in each request what a row is about; null lights nothing.
  light(row) {
    for (const [index, view] of (this.views ?? []).entries()) {
      const label = row?.querySelector("th").textContent.trim();
      const places = row ? placesIn(row.querySelectorAll("td")[index]) : [];
      const ranges = places.map((place) => ({ ...place, label, block: view.blocks.find((block) => block.holds(place)) }));
      view.light(ranges.filter(({ block }) => block), "aligned");
    }
  }
}

// The places of a difference in a request, such as `head:0-24 body:41-86`.
function placesIn(cell) {
  const places = [...cell.dataset.places.matchAll(/(\w+):(\d+)-(\d+)/g)];
  return places.map(([, place, lo, hi]) => ({ place, lo: Number(lo), hi: Number(hi) }));
}

function sideOf(side, places) {
  const source = side.querySelector("script");
  const data = JSON.parse(source.textContent);
  source.remove();
  const blocks = data.blocks.map((block, index) => new Block(block, index));
  for (const block of blocks) {
    const held = (item) => block.holds(item);
    block.mark(data.findings.filter(held), places.filter(held));
  }
  const view = new ByteView(blocks, (node) => view.light(node, false));
  side.append(blocks.length ? view.element : make("p", { class: "remark" }, "Nothing of it is known byte by byte."));
  view.show("text");
  return view;
}

const comparisons = [...document.querySelectorAll("section.comparison")].map((section) => new Comparison(section));
addEventListener("beforeprint", () => {
  for (const { views } of comparisons) for (const view of views ?? []) view.fillAll();
});
