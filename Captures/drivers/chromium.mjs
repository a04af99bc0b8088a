// Chromium, by the DevTools protocol over pipes (browser.mjs uses it).
import { spawn } from "node:child_process"
import { once } from "node:events"
import { Remote } from "./remote.mjs"

export class Browser extends Remote {
  #form
  #process
  #session

  constructor(form, folder) {
    super()
    this.#form = form
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--no-proxy-server"]
    const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    const own = ["--remote-debugging-pipe", `--user-data-dir=${folder}/profile`, "about:blank"]
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"]
    this.#process = spawn(process.env.CHROMIUM ?? "chromium", [...flags, ...quiet, ...own], { stdio })
    this.#process.on("error", error => this.fail(error))
    this.#process.on("exit", () => this.fail(new Error("the browser has ended")))
    let text = ""
    this.#process.stdio[4].setEncoding("utf8").on("data", piece => {
      const messages = (text + piece).split("\0")
      text = messages.pop()
      for (const message of messages) this.receive(JSON.parse(message))
    })
    this.#process.stdio[3].on("error", () => {})
  }

  write(text) {
    this.#process.stdio[3].write(text + "\0")
  }

  #call(method, params) {
    return this.call(method, params, { sessionId: this.#session })
  }

  async start({ url, html }) {
    const { targetId } = await this.call("Target.createTarget", { url: "about:blank" })
    this.#session = (await this.call("Target.attachToTarget", { targetId, flatten: true })).sessionId
    for (const domain of ["Page", "Network", "Runtime", "DOM"]) await this.#call(`${domain}.enable`)
    if (this.#form.certificate) await this.#call("Security.setIgnoreCertificateErrors", { ignore: true })
    const asked = this.#form.requires.includes("credentials")
    await this.#call("Fetch.enable", { patterns: [{ urlPattern: asked ? "*" : url }], handleAuthRequests: asked })
    this.on("Fetch.requestPaused", ({ requestId, request }) => {
      if (request.url !== url) return this.#call("Fetch.continueRequest", { requestId })
      const responseHeaders = [{ name: "Content-Type", value: "text/html" }]
      this.#call("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body: btoa(html) })
    })
    this.on("Fetch.authRequired", ({ requestId }) => {
      const { user: username, password } = this.#form
      const authChallengeResponse = { response: "ProvideCredentials", username, password }
      this.#call("Fetch.continueWithAuth", { requestId, authChallengeResponse })
    })
  }

  async open({ url }) {
    const loaded = once(this, "Page.loadEventFired")
    await this.#call("Page.navigate", { url })
    await loaded
  }

  async run(code, argument) {
    const expression = `(${code})(${JSON.stringify(argument)})`
    const { result, exceptionDetails } = await this.#call("Runtime.evaluate", { expression, awaitPromise: true })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async choose(index, file) {
    const expression = `document.forms[0].elements[${index}]`
    const { result } = await this.#call("Runtime.evaluate", { expression })
    await this.#call("DOM.setFileInputFiles", { files: [file], objectId: result.objectId })
  }

  // The status of the answer to the form that is submitted next.
  answer() {
    return new Promise((resolve, reject) => {
      this.once("error", reject)
      this.on("Network.responseReceived", ({ type, response }) => type === "Document" && resolve(response.status))
      this.on("Network.loadingFailed", ({ type, errorText }) => type === "Document" && reject(new Error(errorText)))
    })
  }

  async close() {
    if (!this.#process.pid || this.#process.exitCode !== null) return
    const exited = once(this.#process, "exit")
    this.call("Browser.close")
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), 3000)
    await exited
    clearTimeout(timer)
  }
}
