// Express with Multer: save as app.js; `npm install express multer`, then `node app.js 8000`
const express = require("express");
const multer = require("multer");
const { createHash } = require("crypto");

const entry = (name, filename, content) =>
  [name, filename, content.length, createHash("sha256").update(content).digest("hex")];

// Multer makes an array of a repeated name, and an object of a[b].
const fields = (name, value) => {
  if (Array.isArray(value)) return value.flatMap((item) => fields(name, item));
  if (typeof value !== "object") return [entry(name, null, Buffer.from(value ?? ""))];
  return Object.entries(value).flatMap(([key, item]) => fields(`${name}[${key}]`, item));
};

const app = express();
app.post("/", multer({ storage: multer.memoryStorage() }).any(), (request, response) => {
  const files = (request.files ?? []).map((file) => entry(file.fieldname, file.originalname, file.buffer));
  response.json([...Object.entries(request.body ?? {}).flatMap(([name, value]) => fields(name, value)), ...files]);
});
app.listen(Number(process.argv[2]), "127.0.0.1");
