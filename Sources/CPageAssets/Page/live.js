// The exchanges of a recording: the server of the page sends their rows as they come.
const settings = JSON.parse(document.getElementById("recording").textContent);
const token = new URLSearchParams(location.search).get("token") ?? "";
const headline = document.querySelector("h1");
const emptiness = document.getElementById("empty");
const connection = document.getElementById("connection");
const pauseButton = document.getElementById("pause");
const clearButton = document.getElementById("clear");
const running = new RunningList(document.getElementById("running"));
const byNumber = new Map();
let state = { isPaused: false, passed: 0 };
let wasConnected = false;
let named = location.hash;

function ask(path, method) {
  return fetch(path, { method, headers: { Authorization: `Bearer ${token}` }, cache: "no-store" });
}

// The commands that do more with an exchange of the recorded file.
function commands(number) {
  if (!settings.file) return null;
  const lines = ["show", "replay"].map((name) => {
    const text = `partwise ${name} ${settings.file}#${number}`;
    const button = make("button", { type: "button", class: "plain" }, "Copy");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    });
    return make("div", {}, make("code", {}, text), button);
  });
  const answer = make("pre", { hidden: "" });
  const again = [
    ["", "Send again"],
    ["/both", "Send again, as captured and repaired"],
  ].map(([how, title]) => {
    const button = make("button", { type: "button", class: "plain" }, title);
    button.addEventListener("click", () => replay(`replay/${number}${how}`, answer));
    return button;
  });
  return make("div", { class: "commands" }, ...lines, make("div", {}, ...again), answer);
}

// Shows what comes of a request that is sent again, as it comes.
async function replay(path, output) {
  output.hidden = false;
  output.textContent = "Sending …\n";
  try {
    const answer = await ask(path, "POST");
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    output.textContent = "";
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) output.append(piece.value);
  } catch {
    output.append("The recording does not answer.\n");
  }
}

async function load(number, id) {
  const remark = (text) => make("div", { class: "detail" }, commands(number), make("p", { class: "remark" }, text));
  let answer;
  try {
    answer = await ask(`exchanges/${number}`, "GET");
  } catch {
    return remark("The recording does not answer.");
  }
  if (!answer.ok) return remark((await answer.text()).trim());
  const { data, rules, isComplete } = await answer.json();
  for (const [rule, facts] of Object.entries(rules)) knownRules.set(rule, facts);
  // A response may still come.
  if (!isComplete && data.response === null) delete data.response;
  const view = viewOf(data, id);
  view.querySelector(".facts").after(...[commands(number)].filter(Boolean));
  return view;
}

// Fetches the view of an exchange, anew where there is one; of two fetches the later one counts.
async function renew(details) {
  const turn = (details.turn = (details.turn ?? 0) + 1);
  const view = await load(details.number, details.id);
  if (details.turn !== turn) return;
  if (details.view) details.view.replaceWith(view);
  else details.append(view);
  details.view = view;
  // What could not be fetched is asked for again when it is opened again.
  if (view.begin) view.begin();
  else details.built = null;
}

function build(details) {
  details.built ??= renew(details);
  return details.built;
}

// More is known of an exchange: its row, and its view where that is open.
function amend(details, next) {
  for (const name of ["search", "worst", "form"]) {
    if (next.dataset[name] === undefined) delete details.dataset[name];
    else details.dataset[name] = next.dataset[name];
  }
  const isFocused = document.activeElement === details.firstElementChild;
  details.firstElementChild.replaceWith(next.firstElementChild);
  if (isFocused) details.firstElementChild.focus({ preventScroll: true });
  if (!details.built) return;
  if (details.open) {
    details.built = renew(details);
    return;
  }
  details.turn += 1;
  details.view?.remove();
  details.view = details.built = null;
}

// Puts an exchange where its number has it, in the list as it is sorted by that.
function insert(details) {
  let index = exchanges.length;
  while (index > 0 && exchanges[index - 1].number > details.number) index -= 1;
  exchanges.splice(index, 0, details);
  const neighbour = exchanges[sorting.isDescending ? index + 1 : index - 1];
  (neighbour ?? titles).after(details);
}

function remove(details) {
  exchanges.splice(exchanges.indexOf(details), 1);
  byNumber.delete(details.number);
  details.remove();
}

function take(rows) {
  for (const { number, row } of rows) {
    // The server escapes what is from clients, as for a report.
    const template = document.createElement("template");
    template.innerHTML = row;
    const details = template.content.querySelector("details");
    const known = byNumber.get(number);
    if (known) {
      amend(known, details);
      continue;
    }
    details.number = number;
    byNumber.set(number, details);
    insert(details);
  }
  // One that is being read stays.
  const oldest = exchanges.filter((details) => !details.open).slice(0, Math.max(exchanges.length - settings.limit, 0));
  for (const details of oldest) remove(details);
  if (sorting.by !== "index") sort(sorting.by, sorting.isDescending);
  summarize();
  // What the address names may come later than the page.
  if (document.getElementById(named.slice(1).split(".")[0])) {
    openNamed(named);
    named = "";
  }
}

function summarize() {
  filter();
  const uploads = exchanges.filter(({ dataset }) => dataset.form !== undefined);
  const severities = uploads.map(({ dataset }) => RANK[dataset.worst] ?? 0);
  const faulty = severities.filter((rank) => rank >= RANK.warning).length;
  const isGrave = severities.includes(RANK.error);
  headline.textContent =
    exchanges.length === 0
      ? "Waiting for requests"
      : uploads.length === 0
        ? `${count(exchanges.length, "exchange")}, no upload`
        : faulty === 0
          ? `${count(uploads.length, "upload")}, no fault found`
          : `${faulty.toLocaleString("en")} of ${count(uploads.length, "upload")} faulty`;
  const ink = uploads.length === 0 ? "" : isGrave ? "error" : faulty ? "warning" : "good";
  headline.parentElement.className = `headline ${ink}`;
  emptiness.hidden = exchanges.length > 0;
}

function showState(next) {
  state = next;
  pauseButton.textContent = state.isPaused ? "Resume" : "Pause";
  pauseButton.setAttribute("aria-pressed", String(state.isPaused));
  tellConnection();
}

function tellConnection() {
  const passed = state.passed > 0 ? `: ${count(state.passed, "exchange")} not listed` : "";
  const words = {
    [EventSource.CONNECTING]: wasConnected ? "The recording does not answer: trying again" : "Connecting …",
    [EventSource.OPEN]: state.isPaused ? `Paused${passed}` : "Live",
    [EventSource.CLOSED]: "Disconnected: reload the page to try again",
  };
  connection.textContent = words[events.readyState];
  connection.className = events.readyState === EventSource.OPEN ? (state.isPaused ? "paused" : "on") : "off";
}

const events = new EventSource(`events?token=${encodeURIComponent(token)}`);
events.addEventListener("open", () => {
  wasConnected = true;
  tellConnection();
});
events.addEventListener("error", () => {
  tellConnection();
  running.show([], 0);
});
events.addEventListener("exchanges", ({ data }) => take(JSON.parse(data)));
events.addEventListener("running", ({ data }) => {
  const { messages, total } = JSON.parse(data);
  running.show(messages, total);
});
events.addEventListener("state", ({ data }) => showState(JSON.parse(data)));
events.addEventListener("clear", () => {
  for (const details of [...exchanges]) remove(details);
  summarize();
});
// A page that is left gives its place to another at once.
addEventListener("pagehide", () => events.close());

pauseButton.addEventListener("click", () => ask(state.isPaused ? "resume" : "pause", "POST"));
clearButton.addEventListener("click", () => ask("clear", "POST"));
for (const button of [pauseButton, clearButton]) button.disabled = false;
// The newest stand first.
sort("index", true);
summarize();
