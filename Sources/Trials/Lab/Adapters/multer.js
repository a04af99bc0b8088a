// Express with Multer: save as app.js; `npm install express multer`, then `node app.js 8000`
const express = require("express");
const multer = require("multer");
const { createHash } = require("crypto");

const entry = (name, filename, content) =>
  [name, filename, content.length, createHash("sha256").update(content).digest("hex")];

const app = express();
app.post("/", multer({ storage: multer.memoryStorage() }).any(), (request, response) => {
  const fields = Object.entries(request.body ?? {}).flatMap(([name, values]) =>
    [values].flat().map((value) => entry(name, null, Buffer.from(String(value)))));
  const files = (request.files ?? []).map((file) => entry(file.fieldname, file.originalname, file.buffer));
  response.json([...fields, ...files]);
});
app.listen(Number(process.argv[2]), "127.0.0.1");
