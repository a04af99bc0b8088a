const knownRules = new Map(Object.entries(JSON.parse(document.getElementById("rules").textContent)));

function ruleNamed(id) {
  return knownRules.get(id) ?? { why: "", clauses: [] };
}

function clauseLinks(clauses) {
  return clauses.flatMap(([name, link], index) => [
    index ? ", " : "",
    link ? make("a", { href: link, target: "_blank", rel: "noreferrer noopener" }, name) : name,
  ]);
}

function card(finding) {
  const rule = ruleNamed(finding.rule);
  const at = make("button", { type: "button", class: "at" });
  at.append(make("span", { class: `badge ${finding.severity}` }, finding.severity), " ", ...leading(finding.message));
  const element = make("div", { class: `card ${finding.severity}` }, at);
  element.append(make("div", { class: "spot" }, make("code", { class: "rule" }, finding.rule), `  ${finding.spot}`));
  const rest = make("div", { class: "rest" });
  if (finding.isSecondary) {
    rest.append(make("p", { class: "also" }, "Judged by the boundary that the body itself shows, not by the declared one."));
  }
  rest.append(make("p", {}, make("b", {}, "Fix: "), ...sentence(finding.hint)));
  for (const [id, message] of finding.also ?? []) {
    rest.append(make("p", { class: "also" }, "Also ", make("code", { class: "rule" }, id), ": ", ...sentence(message)));
  }
  rest.append(make("p", { class: "spot" }, ...clauseLinks(rule.clauses)));
  if (rule.why) {
    const more = make("details", { class: "more" }, make("summary", {}, "Why it matters"));
    more.append(make("p", {}, ...sentence(rule.why)));
    rest.append(more);
  }
  element.append(rest);
  for (const sentence of [at, ...rest.querySelectorAll("p")]) elideCodes(sentence);
  return [element, at];
}

function section(title, ...children) {
  return make("section", {}, make("h4", {}, title), ...children);
}

function treeSection(tree) {
  const element = section("Bytes", make("div", { class: "scrolls nodes" }, tree.element));
  element.className = "tree-section";
  return element;
}

function responseOf(response) {
  if (!response) return section("Response", make("p", { class: "remark" }, "The capture has no response."));
  const lines = make("div", { class: "response" });
  if (response.before) lines.append(make("div", {}, response.before));
  lines.append(make("div", {}, make("b", {}, response.start)));
  for (const [name, value] of response.fields) {
    lines.append(make("div", {}, make("b", {}, name), value === null ? "" : ": ", make("bdi", {}, value ?? "")));
  }
  lines.append(make("div", { class: "spot" }, response.body));
  return section("Response", lines);
}

// The form that made the request: its controls beside what was sent of them.
function originOf(origin) {
  const rows = origin.pairs.map(([control, sent, differs]) =>
    make("tr", { class: differs ? "differs" : "" },
      make("td", {}, differs ? "≠" : ""), make("td", {}, ...sentence(control)), make("td", {}, ...sentence(sent))));
  const table = make("table", { class: "pairs" },
    make("thead", {}, make("tr", {}, make("th", {}), make("th", {}, "control of the page"), make("th", {}, "sent"))),
    make("tbody", {}, ...rows));
  const remarks = make("ul", {}, ...origin.remarks.map((text) => make("li", {}, ...sentence(text))));
  const element = section("Form of the page", make("p", {}, ...sentence(origin.headline)),
    make("p", { class: "spot" }, make("bdi", {}, origin.url)), remarks, make("div", { class: "scrolls" }, table));
  element.className = "origin";
  return element;
}

// The view of one exchange, made when it is opened for the first time.
function viewOf(data, id) {
  const blocks = data.blocks.map((block, index) => new Block(block, index));
  for (const block of blocks) block.mark(data.findings.filter((finding) => block.holds(finding)));
  const parts = new Map(data.parts);
  const cards = [];
  const items = [];
  const isNarrow = matchMedia("(max-width: 40rem)");
  let activeCard = null;
  const right = make("div", {});
  const bytes = new ByteView(blocks, (node) => {
    activate(null);
    tree.find(node);
  });
  const tree = new NodeTree(blocks, parts, (range, isPinned) => bytes.light(range ?? pinned(), isPinned));
  const pinned = () => activeCard?.range ?? tree.rangeOf(tree.selected);
  const activate = (item) => {
    activeCard?.element.classList.remove("active");
    activeCard = item;
    item?.element.classList.add("active");
    // On a narrow screen the bytes stand below the finding that they are about.
    if (isNarrow.matches && item) item.element.append(bytes.element);
    else if (bytes.element.parentElement !== right && blocks.length) right.prepend(bytes.element);
    if (item) tree.clear();
  };
  for (const finding of data.findings) {
    const [element, at] = card(finding);
    const block = blocks.find((each) => each.holds(finding));
    const range = block ? { block, lo: finding.lo, hi: Math.min(finding.hi, block.hi), label: finding.rule } : null;
    const item = { element, range, number: items.length + 1 };
    const pin = () => {
      activate(item);
      bytes.light(range, true);
    };
    element.addEventListener("mouseenter", () => bytes.light(range, false));
    element.addEventListener("mouseleave", () => bytes.light(pinned(), false));
    at.addEventListener("focus", pin);
    at.addEventListener("click", () => {
      pin();
      history.replaceState(null, "", `#${id}.${item.number}`);
      if (matchMedia("(max-width: 62rem)").matches) bytes.element.scrollIntoView({ block: "nearest" });
    });
    cards.push(element);
    items.push({ ...item, pin });
  }
  const facts = make("dl", { class: "facts" });
  for (const [name, value] of data.facts) facts.append(make("dt", {}, name), make("dd", {}, make("bdi", {}, value)));
  const findings = cards.length ? section(count(cards.length, "finding"), make("div", { class: "scrolls cards" }, ...cards)) : null;
  const left = make("div", { class: "left" }, findings);
  if (data.origin) left.append(originOf(data.origin));
  if (blocks.length) left.append(treeSection(tree));
  if (data.response !== undefined) left.append(responseOf(data.response));
  right.append(...(blocks.length ? [bytes.element] : []));
  if (data.remark) right.append(make("p", { class: "remark" }, data.remark));
  const view = make("div", { class: "detail" }, facts, make("div", { class: "beside" }, left, right));
  view.bytes = bytes;
  // Called once the view is in the page: the gravest finding's bytes are lit, and in sight.
  view.begin = () => {
    if (bytes.pane.clientWidth < 560) bytes.show(bytes.mode);
    items[0]?.pin();
  };
  // Shows a finding by its number, from 1: its card, and its bytes.
  view.open = (number) => {
    const item = items[number - 1];
    if (!item) return;
    item.pin();
    item.element.scrollIntoView({ block: isNarrow.matches ? "start" : "nearest" });
  };
  return view;
}
