// The bytes of the requests, made when they are asked for.
for (const details of document.querySelectorAll("details.sides")) {
  details.addEventListener("toggle", () => {
    if (!details.open) return;
    for (const side of details.querySelectorAll(".side")) {
      const source = side.querySelector("script");
      if (!source) continue;
      const data = JSON.parse(source.textContent);
      source.remove();
      const blocks = data.blocks.map((block, index) => new Block(block, index));
      for (const block of blocks) block.mark(data.findings.filter((finding) => block.holds(finding)));
      const view = new ByteView(blocks, (node) => view.light(node, false));
      side.append(blocks.length ? view.element : make("p", { class: "remark" }, "Nothing of it is known byte by byte."));
      if (blocks.length) view.show("text");
    }
  });
}
