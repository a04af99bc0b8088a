const ROWS_A_CHUNK = 100;

// The bytes of an exchange as text or as hexadecimal digits, any stretch of which can be lit.
class ByteView {
  constructor(blocks, onPick) {
    this.blocks = blocks;
    this.onPick = onPick;
    this.runs = new WeakMap();
    this.ranges = [];
    this.told = make("span", { class: "told", role: "status" });
    this.buttons = ["text", "hex"].map((mode) => {
      const button = make("button", { type: "button" }, mode === "text" ? "Text" : "Hex");
      button.addEventListener("click", () => this.show(mode));
      return [mode, button];
    });
    this.pane = make("div", { class: "pane", tabindex: 0, role: "region", "aria-label": "Bytes" });
    const modes = make("span", { class: "modes", role: "group", "aria-label": "Bytes as" });
    modes.append(...this.buttons.map(([, button]) => button));
    this.element = make("div", { class: "bytes" }, make("div", { class: "tools" }, this.told, modes), this.pane);
    this.pane.addEventListener("mouseover", (event) => this.tellAt(event.target));
    this.pane.addEventListener("mouseleave", () => this.tell(this.ranges[0]));
    // What is selected with the mouse is copied from one column: digits, or characters.
    this.pane.addEventListener("mousedown", ({ target }) => this.pane.classList.toggle("characters", target.closest(".is + .is") !== null));
    this.pane.addEventListener("copy", (event) => this.copy(event));
    this.pane.addEventListener("click", (event) => this.pickAt(event.target));
    this.watch = new IntersectionObserver(
      (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => this.fill(this.chunkOf.get(entry.target))),
      { root: this.pane, rootMargin: "400px" }
    );
    this.show("text");
  }

  show(mode) {
    this.mode = mode;
    for (const [name, button] of this.buttons) button.setAttribute("aria-pressed", String(name === mode));
    this.watch.disconnect();
    this.chunks = [];
    this.chunkOf = new WeakMap();
    this.pane.className = `pane ${mode}`;
    const last = Math.max(...this.blocks.map((block) => block.hi), 1);
    this.pane.style.setProperty("--offset-width", `${Math.max(String(last).length, 4)}ch`);
    const width = mode === "text" ? 0 : this.pane.clientWidth > 0 && this.pane.clientWidth < 560 ? 8 : 16;
    const parts = this.blocks.flatMap((block) => [this.heading(block), ...this.chunksOf(block, width)]);
    this.pane.replaceChildren(...parts);
    for (const chunk of this.chunks.slice(0, 3)) this.fill(chunk);
    for (const chunk of this.chunks) if (!chunk.runs) this.watch.observe(chunk.element);
    if (this.ranges.length) this.reveal(this.ranges[0]);
  }

  heading(block) {
    const words = [count(block.hi - block.lo, "byte")];
    if (block.place !== "body" && block.lo > 0) words.push(`from stream offset ${block.lo.toLocaleString("en")}`);
    return make("div", { class: "block" }, make("b", {}, block.title), ` ${words.join(", ")}`);
  }

  chunksOf(block, width) {
    const rows = block.rows(width);
    const elements = [];
    for (let start = 0; start < rows.length; start += ROWS_A_CHUNK) {
      const part = rows.slice(start, start + ROWS_A_CHUNK);
      const element = make("div");
      element.style.minHeight = `${part.length * 1.6}em`;
      const chunk = { element, block, rows: part, lo: part[0].lo, hi: part[part.length - 1].hi, runs: null };
      this.chunks.push(chunk);
      this.chunkOf.set(element, chunk);
      elements.push(element);
    }
    return elements;
  }

  fill(chunk) {
    if (!chunk || chunk.runs) return;
    chunk.runs = [];
    this.watch.unobserve(chunk.element);
    chunk.element.style.minHeight = "";
    chunk.element.append(...chunk.rows.map((row) => (row.stretch ? this.row(row, chunk) : this.gap(row))));
    this.paint(chunk);
  }

  // Draws everything, to be printed; contents that are no text are left out then, with a remark in their place.
  fillAll() {
    for (const chunk of this.chunks) this.fill(chunk);
    for (const note of this.pane.querySelectorAll(".unprinted-note")) note.remove();
    const rows = this.chunks.flatMap((chunk) => chunk.rows);
    for (const block of this.blocks) {
      for (const node of block.nodes.filter(({ tint }) => tint === "")) {
        const within = rows.filter((row) => row.block === block && row.stretch && row.lo >= node.lo && row.lo < node.hi);
        const isUnread = ({ stretch, lo, hi }) => isBinary(stretch.bytes, lo - stretch.lo, Math.min(hi, node.hi) - stretch.lo);
        if (!within.some(isUnread)) continue;
        const note = make("div", { class: "left-out unprinted-note" }, `${count(node.hi - node.lo, "byte")} that are no text, not printed`);
        within[0].element.before(note);
        for (const row of within) row.element.classList.add("unprinted");
      }
    }
  }

  gap(row) {
    const bytes = count(row.hi - row.lo, "byte");
    row.element = make(
      "div",
      { class: row.isLeftOut ? "left-out" : "left-out missing" },
      row.isLeftOut ? `… ${bytes} not shown …` : `${bytes} missing from the capture`
    );
    return row.element;
  }

  row(row, chunk) {
    const cells = [make("span", { class: "is" })];
    if (this.mode === "hex") cells.push(make("span", { class: "is" }));
    const { block, stretch } = row;
    const first = Math.max(lastAt(block.runs, row.lo), 0);
    const asBinary = this.mode === "text" && isBinary(stretch.bytes, row.lo - stretch.lo, row.hi - stretch.lo);
    let place = block.places.findIndex((finding) => finding.lo >= row.lo);
    const here = (offset) => {
      while (place >= 0 && place < block.places.length && block.places[place].lo === offset) {
        const mark = make("b", { class: `here f-${block.places[place].severity}` });
        cells[0].append(mark);
        chunk.runs.push({ lo: offset, hi: offset, elements: [mark], isLit: false });
        place += 1;
      }
    };
    for (let index = first; index < block.runs.length && block.runs[index].lo < row.hi; index += 1) {
      const run = block.runs[index];
      const lo = Math.max(run.lo, row.lo);
      const hi = Math.min(run.hi, row.hi);
      if (lo >= hi) continue;
      here(lo);
      const names = [run.node ? `n-${run.node.tint}` : null, run.severity ? `f-${run.severity}` : null];
      const elements = cells.map((cell) => {
        const element = make("span", { class: names.filter(Boolean).join(" ") || null });
        cell.append(element);
        return element;
      });
      const [from, to] = [lo - stretch.lo, hi - stretch.lo];
      if (this.mode === "hex") {
        const digits = Array.from(stretch.bytes.subarray(from, to), (byte) => hexDigits[byte]).join(" ");
        elements[0].append(digits);
        if (hi < row.hi) cells[0].append(" ");
        drawColumn(elements[1], stretch.bytes, from, to);
      } else {
        drawText(elements[0], stretch.bytes, from, to, asBinary);
      }
      const drawn = { lo, hi, node: run.node, block, elements, isLit: false };
      for (const element of elements) this.runs.set(element, drawn);
      chunk.runs.push(drawn);
    }
    if (row.hi === stretch.hi) here(row.hi);
    row.element = make("div", { class: "row" }, make("span", { class: "offset" }, String(row.lo)), ...cells);
    return row.element;
  }

  // Lights a range of a block, or several; null lights nothing.
  light(ranges, isPinned) {
    this.ranges = ranges ? [ranges].flat() : [];
    for (const chunk of this.chunks) if (chunk.runs) this.paint(chunk);
    const [first] = this.ranges;
    if (first && isPinned) this.reveal(first, isPinned === "aligned");
    this.tell(first);
  }

  paint(chunk) {
    const ranges = this.ranges.filter((range) => range.block === chunk.block);
    for (const run of chunk.runs) {
      const isLit = ranges.some((range) =>
        range.lo === range.hi || run.lo === run.hi
          ? run.lo === range.lo && run.hi === range.hi
          : run.lo < range.hi && run.hi > range.lo
      );
      if (isLit === run.isLit) continue;
      run.isLit = isLit;
      for (const element of run.elements) element.classList.toggle("lit", isLit);
    }
  }

  // Brings a place into sight, and if it is to be aligned with that of another view, always to the same height.
  reveal({ block, lo }, isAligned) {
    const own = this.chunks.filter((chunk) => chunk.block === block);
    const chunk = own[Math.max(lastAt(own, lo), 0)];
    if (!chunk) return;
    this.fill(chunk);
    const row = chunk.rows[Math.max(lastAt(chunk.rows, lo), 0)];
    const offset = row.element.getBoundingClientRect().top - this.pane.getBoundingClientRect().top;
    if (isAligned || offset < 24 || offset > this.pane.clientHeight - 48) {
      this.pane.scrollTop += offset - this.pane.clientHeight / 3;
    }
    const mark = row.element.querySelector(".lit, .here");
    if (!mark || this.pane.scrollWidth <= this.pane.clientWidth) return;
    const left = mark.getBoundingClientRect().left - this.pane.getBoundingClientRect().left;
    if (left < 0 || left > this.pane.clientWidth - 48) this.pane.scrollLeft += left - this.pane.clientWidth / 3;
  }

  // Copies lines of text as they were sent: a break where one is, and none where a long line goes on.
  copy(event) {
    const selection = getSelection();
    const rows = this.mode === "text" && selection.rangeCount ? [...selection.getRangeAt(0).cloneContents().querySelectorAll(".row")] : [];
    if (rows.length < 2) return;
    const lines = rows.map((row) => {
      const ends = [...row.querySelectorAll("i.end")];
      for (const end of ends) end.remove();
      return (row.querySelector(".is")?.textContent ?? "") + (ends.length ? "\n" : "");
    });
    event.clipboardData.setData("text/plain", lines.join(""));
    event.preventDefault();
  }

  tell(range) {
    if (!range) return void (this.told.textContent = "");
    const { lo, hi, label } = range;
    const place = hi - lo > 1 ? `${lo.toLocaleString("en")}–${(hi - 1).toLocaleString("en")}` : lo.toLocaleString("en");
    const size = hi > lo ? `, ${count(hi - lo, "byte")}` : ", something is missing here";
    this.told.textContent = `${label}: offset ${place}${size}`;
  }

  tellAt(element) {
    const run = this.runs.get(element.closest?.("span"));
    if (run?.node) this.tell(run.node);
  }

  pickAt(element) {
    const run = this.runs.get(element.closest?.("span"));
    if (run?.node && String(getSelection()) === "") this.onPick(run.node);
  }
}
