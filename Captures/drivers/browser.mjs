// A browser without a window, by form submission or by fetch with FormData:
// node browser.mjs chromium|firefox form|fetch URL FORM
//
// Tried with Node 20.20.2, Chromium 156.0.8078.79, Firefox 153.7.0esr: apt install nodejs chromium firefox-esr
// (Node 20 needs --experimental-websocket for Firefox.)
//
// The files are chosen in file inputs of a page that the driver gives the browser as if the server had sent it. A file
// whose name cannot stand on a disk, or has a type that the browser would not guess, is a File made of the chosen one.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { resolve } from "node:path"

const abilities = ["no-file-chosen", "tls", "http2", "redirect", "credentials", "unpaired-surrogate"]
const [name, way, url, path] = process.argv.slice(2)
const form = JSON.parse(readFileSync(path, "utf8"))
const missing = form.requires.filter(word => !abilities.includes(word))
if (missing.length) {
  console.error(`unsupported: ${missing}`)
  process.exit(69)
}

// These three run in the page.
function build(parts) {
  for (const part of parts) {
    const input = document.createElement("input")
    input.type = "value" in part ? "hidden" : "file"
    input.name = part.name
    if ("value" in part) input.value = part.value
    document.forms[0].append(input)
  }
}

function submit(parts) {
  parts.forEach((part, index) => {
    const input = document.forms[0].elements[index]
    const chosen = input.files?.[0]
    if (chosen && (chosen.name !== part.filename || (part.type && chosen.type !== part.type))) {
      const transfer = new DataTransfer()
      transfer.items.add(new File([chosen], part.filename, { type: part.type ?? "" }))
      input.files = transfer.files
    }
  })
  HTMLFormElement.prototype.submit.call(document.forms[0])
}

async function send(parts) {
  const data = new FormData()
  parts.forEach((part, index) => {
    const chosen = document.forms[0].elements[index].files?.[0]
    if ("value" in part) data.append(part.name, part.value)
    else if (!chosen) data.append(part.name, new File([], "", { type: "application/octet-stream" }))
    else if (!part.type || chosen.type === part.type) data.append(part.name, chosen, part.filename)
    else data.append(part.name, new File([chosen], part.filename, { type: part.type }))
  })
  const response = await fetch(document.forms[0].getAttribute("action"), { method: "POST", body: data })
  return response.status
}

// A file under the name that it shall have, where a disk can hold that name.
function named(part, number, folder) {
  const place = `${folder}/${number}`
  try {
    if (part.filename.includes("/")) throw new Error("a path")
    mkdirSync(place)
    symlinkSync(resolve(part.file), `${place}/${part.filename}`)
    return `${place}/${part.filename}`
  } catch {
    return resolve(part.file)
  }
}

const folder = mkdtempSync(`${tmpdir()}/driver-`)
const { Browser } = await import(`./${name}.mjs`)
const browser = new Browser(form, folder)
let code = 0
try {
  const page = {
    url: new URL("/driver", url).href,
    html: `<!DOCTYPE html><meta charset=utf-8><link rel=icon href="data:,">
      <form method=post enctype=multipart/form-data action="${url}"></form>`,
  }
  await browser.start(page)
  const files = form.parts.map((part, index) => (part.file ? named(part, index, folder) : null))
  for (let number = 0; number < form.uploads; number++) {
    await browser.open(page)
    await browser.run(build, form.parts)
    for (const [index, file] of files.entries()) if (file) await browser.choose(index, file)
    let status
    if (way === "form") {
      status = (await Promise.all([browser.answer(), browser.run(submit, form.parts)]))[0]
    } else {
      status = await browser.run(send, form.parts)
    }
    console.log(status)
    if (status < 200 || status > 299) code = 1
  }
} catch (error) {
  console.error(String(error.message ?? error).split("\n")[0])
  code = 1
}
await browser.close()
try {
  rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 200 })
} catch {
  // A process of the browser still writes there.
}
process.exit(code)
