// The nodes of a form as a tree: parts are opened where one wants to see them.
class NodeTree {
  constructor(blocks, parts, onLight) {
    this.onLight = onLight;
    this.items = new WeakMap();
    this.ofNode = new Map();
    this.selected = null;
    this.element = make("ul", { class: "tree", role: "tree", "aria-label": "What the bytes are" });
    for (const block of blocks) {
      const item = this.item({ label: block.title, lo: block.lo, hi: block.hi, block, tint: null });
      this.element.append(item);
      this.fill(item, this.children(block, parts));
      if (block.place === "body") this.toggle(item, true);
    }
    this.element.querySelector("li")?.setAttribute("tabindex", "0");
    this.element.addEventListener("mouseover", (event) => this.onLight(this.rangeOf(event.target), false));
    this.element.addEventListener("mouseleave", () => this.onLight(this.rangeOf(this.selected), false));
    this.element.addEventListener("click", (event) => this.clicked(event));
    this.element.addEventListener("keydown", (event) => this.pressed(event));
  }

  // What stands below a block: nodes of one part are one item.
  children(block, parts) {
    const result = [];
    for (const node of block.nodes) {
      const last = result[result.length - 1];
      if (node.part && last?.part === node.part) {
        last.hi = node.hi;
        last.nodes.push(node);
      } else if (node.part) {
        const label = parts.get(node.part) ?? `part ${node.part}`;
        result.push({ label, part: node.part, lo: node.lo, hi: node.hi, block, tint: null, nodes: [node] });
      } else {
        result.push(node);
      }
    }
    return result;
  }

  item(range) {
    const size = make("span", { class: "size" }, range.hi - range.lo > 0 ? (range.hi - range.lo).toLocaleString("en") : "");
    const mark = range.tint ? make("span", { class: `swatch n-${range.tint}` }) : null;
    const twist = make("span", { class: "twist", "aria-hidden": "true" });
    const what = make("bdi", { class: "what", title: range.label }, range.label);
    const line = make("div", { class: "node" }, twist, mark, what, size);
    const item = make("li", { role: "treeitem", tabindex: -1, "aria-selected": "false" }, line);
    this.items.set(item, range);
    this.ofNode.set(range, item);
    return item;
  }

  fill(item, children) {
    if (children.length === 0) return;
    const group = make("ul", { role: "group", hidden: true });
    for (const child of children) {
      const below = this.item(child);
      group.append(below);
      if (child.nodes) this.fill(below, child.nodes);
    }
    item.append(group);
    this.toggle(item, false);
  }

  toggle(item, isOpen) {
    const group = item.querySelector(":scope > ul");
    if (!group) return;
    group.hidden = !isOpen;
    item.setAttribute("aria-expanded", String(isOpen));
    item.querySelector(".twist").textContent = isOpen ? "▾" : "▸";
  }

  rangeOf(element) {
    return this.items.get(element?.closest?.("li")) ?? null;
  }

  // Goes to the item of a node, opening what it is in.
  find(node) {
    const item = this.ofNode.get(node);
    if (!item) return;
    for (let above = item.parentElement.closest("li"); above; above = above.parentElement.closest("li")) {
      this.toggle(above, true);
    }
    this.select(item);
    item.firstElementChild.scrollIntoView({ block: "nearest" });
  }

  clear() {
    this.selected?.setAttribute("aria-selected", "false");
    this.selected = null;
  }

  select(item) {
    this.clear();
    this.selected = item;
    item.setAttribute("aria-selected", "true");
    for (const other of this.element.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    this.onLight(this.rangeOf(item), true);
  }

  clicked(event) {
    const item = event.target.closest("li");
    if (!item) return;
    const isTwist = event.target.classList.contains("twist");
    if (isTwist || item === this.selected) this.toggle(item, item.getAttribute("aria-expanded") !== "true");
    this.select(item);
  }

  // The keys of a tree, as the ARIA Authoring Practices give them.
  pressed(event) {
    const item = event.target.closest("li");
    const seen = [...this.element.querySelectorAll("li")].filter((each) => each.closest("ul[hidden]") === null);
    const index = seen.indexOf(item);
    const isOpen = item.getAttribute("aria-expanded");
    const above = item.parentElement.closest("li");
    const goal = {
      ArrowDown: seen[index + 1],
      ArrowUp: seen[index - 1],
      Home: seen[0],
      End: seen[seen.length - 1],
      ArrowRight: isOpen === "true" ? seen[index + 1] : item,
      ArrowLeft: isOpen === "true" ? item : above,
      Enter: item,
      " ": item,
    };
    if (!(event.key in goal) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "ArrowRight" && isOpen === "false") this.toggle(item, true);
    else if (event.key === "ArrowLeft" && isOpen === "true") this.toggle(item, false);
    else if (event.key === "Enter" || event.key === " ") this.toggle(item, isOpen !== "true");
    const next = goal[event.key];
    if (!next) return;
    this.select(next);
    next.focus({ preventScroll: true });
    next.firstElementChild.scrollIntoView({ block: "nearest" });
  }
}
