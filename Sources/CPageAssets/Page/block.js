const RANK = { note: 1, warning: 2, error: 3 };
const LONGEST_LINE = 240;

// A run of bytes that belong together: the head of a request, or its body. Offsets are absolute in it.
class Block {
  constructor(data, index) {
    this.index = index;
    this.place = data.place;
    this.title = data.title;
    this.lo = data.start;
    this.hi = data.start + data.length;
    this.pieces = data.pieces.map(([lo, text]) => {
      const bytes = bytesOf(text);
      return { lo, hi: lo + bytes.length, bytes };
    });
    this.missing = data.missing.map(([lo, hi]) => ({ lo, hi }));
    this.nodes = data.nodes.map(([tint, label, lo, hi, part]) => ({ tint, label, lo, hi, part, block: this }));
    this.runs = [];
    this.places = [];
  }

  // Whether a finding points into these bytes: wire and head offsets count in the same stream.
  holds(finding) {
    if (this.place === "response") return false;
    if ((this.place === "body") !== (finding.place === "body")) return false;
    return finding.lo >= this.lo && finding.lo <= this.hi;
  }

  nodeAt(offset) {
    const node = this.nodes[lastAt(this.nodes, offset)];
    return node && offset < node.hi ? node : null;
  }

  // Cuts the bytes into runs of one node and one severity, and at the ends of ranges that are to be lit.
  mark(findings, lit = []) {
    const ranges = findings.filter((finding) => finding.hi > finding.lo).sort((a, b) => a.lo - b.lo);
    this.places = findings.filter((finding) => finding.hi === finding.lo).sort((a, b) => a.lo - b.lo);
    const cuts = new Set([this.lo, this.hi]);
    for (const item of [...this.nodes, ...findings, ...lit]) cuts.add(item.lo).add(item.hi);
    const sorted = [...cuts].filter((cut) => cut >= this.lo && cut <= this.hi).sort((a, b) => a - b);
    let active = [];
    let next = 0;
    for (let index = 0; index + 1 < sorted.length; index += 1) {
      const lo = sorted[index];
      while (next < ranges.length && ranges[next].lo <= lo) active.push(ranges[next++]);
      active = active.filter((finding) => finding.hi > lo);
      const worst = active.reduce((best, each) => (RANK[each.severity] > (RANK[best] ?? 0) ? each.severity : best), null);
      this.runs.push({ lo, hi: sorted[index + 1], node: this.nodeAt(lo), severity: worst });
    }
  }

  // What there is to show, in order: bytes, and stretches without.
  stretches() {
    const known = [...this.pieces, ...this.missing].sort((a, b) => a.lo - b.lo);
    const result = [];
    let end = this.lo;
    for (const stretch of known) {
      if (stretch.lo > end) result.push({ lo: end, hi: stretch.lo, isLeftOut: true });
      result.push(stretch);
      end = Math.max(end, stretch.hi);
    }
    if (end < this.hi) result.push({ lo: end, hi: this.hi, isLeftOut: true });
    return result;
  }

  // The rows of a view: one a line of text, or one every `width` bytes.
  rows(width) {
    const breakAfter = this.pieces.some((piece) => piece.bytes.includes(LF)) ? LF : CR;
    return this.stretches().flatMap((stretch) => {
      if (!stretch.bytes) return [{ lo: stretch.lo, hi: stretch.hi, isLeftOut: stretch.isLeftOut, block: this }];
      const rows = [];
      let { lo } = stretch;
      while (lo < stretch.hi) {
        const hi = width
          ? Math.min(lo + width - ((lo - this.lo) % width), stretch.hi)
          : this.lineEnd(stretch, lo, breakAfter);
        rows.push({ lo, hi, stretch, block: this });
        lo = hi;
      }
      return rows;
    });
  }

  lineEnd({ bytes, lo: start, hi }, lo, breakAfter) {
    const found = bytes.indexOf(breakAfter, lo - start);
    const end = found < 0 ? hi : start + found + 1;
    if (end - lo <= LONGEST_LINE) return end;
    let cut = lo + LONGEST_LINE;
    // Never in the middle of a character.
    for (let step = 0; step < 3 && cut < end && (bytes[cut - start] & 0xc0) === 0x80; step += 1) cut += 1;
    return cut;
  }
}
