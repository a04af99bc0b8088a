// The requests that have not ended, each with how much of its content came.
class RunningList {
  constructor(section) {
    this.section = section;
    this.heading = section.querySelector("small");
    this.list = section.querySelector(".list");
    this.rows = new Map();
  }

  show(requests, total) {
    const gone = new Set(this.rows.keys());
    for (const request of requests) {
      gone.delete(request.number);
      let row = this.rows.get(request.number);
      if (!row) {
        row = this.row(request);
        this.rows.set(request.number, row);
        this.list.append(row.element);
      }
      this.update(row, request);
    }
    for (const number of gone) {
      this.rows.get(number).element.remove();
      this.rows.delete(number);
    }
    this.heading.textContent = total > requests.length ? `the first ${requests.length} of ${total.toLocaleString("en")}` : "";
    this.section.hidden = requests.length === 0;
  }

  row({ number, method, url, client, declared }) {
    const bar = make("progress", { "aria-label": `Content of request ${number}`, max: declared || 1 });
    const amount = make("span", { class: "amount" });
    const element = make(
      "div",
      { class: "run", title: `from ${client}` },
      make("span", { class: "index" }, String(number)),
      make("span", { class: "method" }, method),
      make("bdi", { class: "url", title: url }, url),
      bar,
      amount
    );
    return { element, bar, amount };
  }

  update({ bar, amount }, { received, declared }) {
    const came = received.toLocaleString("en");
    if (declared === null) {
      // Without a value the bar shows that something goes on.
      amount.textContent = `${came} bytes`;
      return;
    }
    bar.value = Math.min(received, declared);
    const percent = declared > 0 ? Math.floor((Math.min(received, declared) / declared) * 100) : 100;
    amount.textContent = `${percent} %: ${came} of ${declared.toLocaleString("en")} bytes`;
  }
}
