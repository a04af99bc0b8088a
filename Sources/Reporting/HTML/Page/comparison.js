// The bytes of the requests, made when they are asked for.
function showSides(details) {
  if (!details.open) return;
  for (const side of details.querySelectorAll(".side")) {
    const source = side.querySelector("script");
    if (!source) continue;
    const data = JSON.parse(source.textContent);
    source.remove();
    if (data.blocks.length === 0) {
      side.append(make("p", { class: "remark" }, "Nothing of it is known byte by byte."));
      continue;
    }
    const blocks = data.blocks.map((block, index) => new Block(block, index));
    for (const block of blocks) block.mark(data.findings.filter((finding) => block.holds(finding)));
    const view = new ByteView(blocks, (node) => view.light(node, false));
    side.append(view.element);
    view.show("text");
  }
}

for (const details of document.querySelectorAll("details.sides")) {
  details.addEventListener("toggle", () => showSides(details));
  showSides(details);
}
