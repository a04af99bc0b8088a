const busboy = require("busboy"), { part, gather } = require("part.js");

require("http").createServer((request, response) => {
  const parts = [], refuse = error => response.writableEnded || response.writeHead(400).end(error.message);
  try {
    const form = busboy({ headers: request.headers });
    form.on("field", (name, value) => parts.push(part(name, null, Buffer.from(value ?? ""))));
    form.on("file", (name, file, info) => {
      const index = parts.push(null) - 1;
      gather(file, content => { parts[index] = part(name, info.filename ?? null, content); });
    });
    form.on("error", refuse).on("close", () => response.writableEnded || response.end(JSON.stringify(parts)));
    request.pipe(form);
  } catch (error) { refuse(error); }
}).listen(process.env.PORT, "127.0.0.1");
