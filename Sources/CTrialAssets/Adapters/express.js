// Express with busboy: save as app.js; `npm install express busboy`, then `node app.js 8000`
const express = require("express");
const busboy = require("busboy");
const { createHash } = require("crypto");

const entry = (name, filename, content) =>
  [name ?? null, filename ?? null, content.length, createHash("sha256").update(content).digest("hex")];

const app = express();
app.post("/", (request, response) => {
  const fields = [];
  const refuse = (error) => response.headersSent || response.status(400).send(String(error));
  let parser;
  try {
    parser = busboy({ headers: request.headers });
  } catch (error) {
    return refuse(error);
  }
  // A part whose charset busboy does not know has no value.
  parser.on("field", (name, value) => fields.push(entry(name, null, Buffer.from(value ?? ""))));
  parser.on("file", (name, stream, { filename }) => {
    const chunks = [];
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("end", () => fields.push(entry(name, filename, Buffer.concat(chunks))));
    stream.on("error", refuse);
  });
  parser.on("error", refuse);
  parser.on("close", () => response.headersSent || response.json(fields));
  request.pipe(parser);
});
app.listen(Number(process.argv[2]), "127.0.0.1");
