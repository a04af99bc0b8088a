// The exchanges that go on, each with how much came of the content of its request, or then of its response.
class RunningList {
  constructor(section) {
    this.section = section;
    this.heading = section.querySelector("small");
    this.list = section.querySelector(".list");
    this.rows = new Map();
  }

  show(messages, total) {
    const gone = new Set(this.rows.keys());
    for (const message of messages) {
      gone.delete(message.number);
      let row = this.rows.get(message.number);
      if (!row) {
        row = this.row(message);
        this.rows.set(message.number, row);
        this.list.append(row.element);
      }
      this.update(row, message);
    }
    for (const number of gone) {
      this.rows.get(number).element.remove();
      this.rows.delete(number);
    }
    this.heading.textContent = total > messages.length ? `the first ${messages.length} of ${total.toLocaleString("en")}` : "";
    this.section.hidden = messages.length === 0;
  }

  row({ number, method, url, client }) {
    const bar = make("progress", {});
    const amount = make("span", { class: "amount" });
    const element = make(
      "div",
      { class: "run", title: `from ${client ?? "an address that is not known"}` },
      make("span", { class: "index" }, String(number)),
      make("span", { class: "method" }, method),
      make("bdi", { class: "url", title: url }, url),
      bar,
      amount
    );
    return { element, bar, amount };
  }

  update({ bar, amount }, { number, isResponse, received, declared }) {
    const came = received.toLocaleString("en");
    const role = isResponse ? "response" : "request";
    bar.setAttribute("aria-label", `Content of ${role} ${number}`);
    if (declared === null) {
      // Without a value the bar shows that something goes on.
      bar.removeAttribute("value");
      amount.textContent = `${role}: ${came} bytes`;
      return;
    }
    bar.max = declared || 1;
    bar.value = Math.min(received, declared);
    const percent = declared > 0 ? Math.floor((Math.min(received, declared) / declared) * 100) : 100;
    amount.textContent = `${role} ${percent} %: ${came} of ${declared.toLocaleString("en")} bytes`;
  }
}
