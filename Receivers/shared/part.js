const { createHash } = require("crypto");

// What an adapter answers for one part.
exports.part = (name, filename, content) => [
  name, filename, content.length, createHash("sha256").update(content).digest("hex"),
];

// Gives the bytes of a stream to `done`.
exports.gather = (stream, done) => {
  const blocks = [];
  stream.on("data", block => blocks.push(block)).on("end", () => done(Buffer.concat(blocks))).on("error", () => {});
};
