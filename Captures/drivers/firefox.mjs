// Firefox, by WebDriver BiDi (browser.mjs uses it).
import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import { Remote } from "./remote.mjs"

const preferences = {
  "browser.startup.homepage": "about:blank",
  "browser.safebrowsing.downloads.remote.enabled": false,
  "dom.ipc.processPrelaunch.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.proxy.type": 0,
}

export class Browser extends Remote {
  #form
  #process
  #listening
  #socket
  #context

  constructor(form, folder) {
    super()
    this.#form = form
    const profile = `${folder}/profile`
    mkdirSync(profile)
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});`)
    writeFileSync(`${profile}/user.js`, lines.join("\n"))
    const flags = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
    this.#process = spawn(process.env.FIREFOX ?? "firefox", flags, { stdio: ["ignore", "ignore", "pipe"] })
    this.#listening = new Promise((resolve, reject) => {
      this.once("error", reject)
      this.#process.on("error", error => this.fail(error))
      this.#process.on("exit", () => this.fail(new Error("the browser has ended")))
      let text = ""
      this.#process.stderr.setEncoding("utf8").on("data", piece => {
        text = (text + piece).slice(-4096)
        const address = text.match(/WebDriver BiDi listening on (ws:\S+)\s/)
        if (address) resolve(address[1])
      })
    })
  }

  write(text) {
    this.#socket.send(text)
  }

  async start({ url, html }) {
    this.#socket = new WebSocket(`${await this.#listening}/session`)
    this.#socket.onmessage = ({ data }) => this.receive(JSON.parse(data))
    await new Promise((resolve, reject) => Object.assign(this.#socket, { onopen: resolve, onerror: reject }))
    await this.call("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
    this.#context = (await this.call("browsingContext.getTree")).contexts[0].context
    const events = ["beforeRequestSent", "responseCompleted", "fetchError", "authRequired"]
    await this.call("session.subscribe", { events: events.map(event => `network.${event}`) })
    const urlPatterns = [{ type: "string", pattern: url }]
    await this.call("network.addIntercept", { phases: ["beforeRequestSent"], urlPatterns })
    this.on("network.beforeRequestSent", ({ isBlocked, request }) => {
      if (!isBlocked) return
      const headers = [{ name: "Content-Type", value: { type: "string", value: "text/html" } }]
      const body = { type: "string", value: html }
      this.call("network.provideResponse", { request: request.request, statusCode: 200, headers, body })
    })
    if (!this.#form.requires.includes("credentials")) return
    await this.call("network.addIntercept", { phases: ["authRequired"] })
    this.on("network.authRequired", ({ request }) => {
      const credentials = { type: "password", username: this.#form.user, password: this.#form.password }
      this.call("network.continueWithAuth", { request: request.request, action: "provideCredentials", credentials })
    })
  }

  async open({ url }) {
    await this.call("browsingContext.navigate", { context: this.#context, url, wait: "complete" })
  }

  async #evaluate(expression) {
    const target = { context: this.#context }
    const answer = await this.call("script.evaluate", { expression, target, awaitPromise: true })
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text)
    return answer.result
  }

  async run(code, argument) {
    return (await this.#evaluate(`(${code})(${JSON.stringify(argument)})`)).value
  }

  async choose(index, file) {
    const { sharedId } = await this.#evaluate(`document.forms[0].elements[${index}]`)
    await this.call("input.setFiles", { context: this.#context, element: { sharedId }, files: [file] })
  }

  // The status of the answer to the form that is submitted next.
  answer() {
    return new Promise((resolve, reject) => {
      this.once("error", reject)
      const isFinal = ({ request, response }) =>
        request.method === "POST" && ![307, 401].includes(response?.status)
      this.on("network.responseCompleted", event => isFinal(event) && resolve(event.response.status))
      this.on("network.fetchError", event => isFinal(event) && reject(new Error(event.errorText)))
    })
  }

  async close() {
    if (!this.#process.pid || this.#process.exitCode !== null) return
    const exited = once(this.#process, "exit")
    this.#process.kill("SIGKILL")
    await exited
  }
}
