const { Form } = require("multiparty"), { part, gather } = require("part.js");

require("http").createServer((request, response) => {
  const parts = [], form = new Form();
  form.on("part", each => {
    const index = parts.push(null) - 1;
    gather(each, content => { parts[index] = part(each.name ?? null, each.filename ?? null, content); });
  });
  form.on("error", error => response.writeHead(error.statusCode ?? 400).end(error.message));
  form.on("close", () => response.writableEnded || response.end(JSON.stringify(parts)));
  form.parse(request);
}).listen(process.env.PORT, "127.0.0.1");
