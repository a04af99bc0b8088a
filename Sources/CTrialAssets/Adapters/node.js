// Node.js, Request.formData() as in Next.js, Remix and Hono: save as app.js, then `node app.js 8000`
const { createServer } = require("http");
const { createHash } = require("crypto");

const entry = (name, filename, content) =>
  [name, filename, content.length, createHash("sha256").update(content).digest("hex")];

createServer(async (incoming, response) => {
  try {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const headers = { "content-type": incoming.headers["content-type"] ?? "" };
    const request = new Request("http://localhost/", { method: "POST", headers, body: Buffer.concat(chunks) });
    const fields = [];
    for (const [name, value] of await request.formData()) {
      const isFile = typeof value !== "string";
      const content = isFile ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value);
      fields.push(entry(name, isFile ? value.name : null, content));
    }
    response.end(JSON.stringify(fields));
  } catch (error) {
    response.statusCode = 400;
    response.end(String(error));
  }
}).listen(Number(process.argv[2]), "127.0.0.1");
