// What Chromium and Firefox share: calls by JSON with numbers, and events (browser.mjs uses it).
import { EventEmitter } from "node:events"

export class Remote extends EventEmitter {
  #calls = new Map()
  #number = 0
  #failure

  constructor() {
    super()
    this.on("error", () => {})
  }

  call(method, params = {}, more = {}) {
    if (this.#failure) return Promise.reject(this.#failure)
    const id = ++this.#number
    this.write(JSON.stringify({ id, method, params, ...more }))
    const answer = new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject }))
    answer.catch(() => {}) // Handlers of events do not wait for it.
    return answer
  }

  receive({ id, method, params, result, error, message }) {
    if (id === undefined) return this.emit(method, params)
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    if (error) call?.reject(new Error(error.message ?? message))
    else call?.resolve(result)
  }

  fail(error) {
    this.#failure = error
    for (const call of this.#calls.values()) call.reject(error)
    this.#calls.clear()
    this.emit("error", error)
  }
}
