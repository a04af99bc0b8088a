const { createHash } = require("crypto");

// What an adapter answers for one part.
const part = exports.part = (name, filename, content) => [
  name, filename, content.length, createHash("sha256").update(content).digest("hex"),
];

// The parts of a FormData.
exports.formParts = form => Promise.all([...form].map(async ([name, value]) => typeof value === "string"
  ? part(name, null, Buffer.from(value)) : part(name, value.name, Buffer.from(await value.arrayBuffer()))));

// Gives the bytes of a stream to `done`.
exports.gather = (stream, done) => {
  const blocks = [];
  stream.on("data", block => blocks.push(block)).on("end", () => done(Buffer.concat(blocks))).on("error", () => {});
};

// Answers each request with the parts that the promise of `read` gives, or with 400.
exports.serve = read => require("http").createServer((request, response) => {
  read(request).then(parts => response.end(JSON.stringify(parts))).catch(error =>
    response.writeHead(error.httpCode ?? error.statusCode ?? 400).end(error.message));
}).listen(process.env.PORT, "127.0.0.1");
