// fetch of Node, which is undici. Tried with Node 20.20.2 (undici 6.24.1): apt install nodejs (Node 20 or later)
import { spawnSync } from "node:child_process"
import { openAsBlob, readFileSync } from "node:fs"

const abilities = ["no-file-chosen", "tls", "redirect", "unpaired-surrogate"]
const [url, path] = process.argv.slice(2)
const form = JSON.parse(readFileSync(path, "utf8"))

function end(code, reason) {
  if (reason) console.error(String(reason).replace(/\s+/g, " "))
  process.exit(code)
}

async function content() {
  const data = new FormData()
  for (const part of form.parts) {
    if ("value" in part) data.append(part.name, part.value)
    else if (part.file === null) data.append(part.name, new File([], "", { type: "application/octet-stream" }))
    else data.append(part.name, await openAsBlob(part.file, { type: part.type }), part.filename)
  }
  return data
}

const missing = form.requires.filter(word => !abilities.includes(word))
if (missing.length) end(69, `unsupported: ${missing}`)
// Node reads this when it starts, and gives fetch no other way to trust a certificate.
if (form.certificate && process.env.NODE_EXTRA_CA_CERTS !== form.certificate) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: form.certificate }
  end(spawnSync(process.execPath, process.argv.slice(1), { env, stdio: "inherit" }).status)
}
let ok = true
for (let number = 0; number < form.uploads; number++) {
  try {
    const response = await fetch(url, { method: "POST", body: await content() })
    await response.arrayBuffer()
    console.log(response.status)
    ok &&= response.ok
  } catch (error) {
    end(1, error.cause ?? error)
  }
}
end(ok ? 0 : 1)
