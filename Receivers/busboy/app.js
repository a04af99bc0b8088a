const busboy = require("busboy"), { part, gather, serve } = require("part.js");

serve(request => new Promise((resolve, reject) => {
  const parts = [], form = busboy({ headers: request.headers });
  form.on("field", (name, value) => parts.push(part(name, null, Buffer.from(value ?? ""))));
  form.on("file", (name, file, info) => {
    const index = parts.push(null) - 1;
    gather(file, content => { parts[index] = part(name, info.filename ?? null, content); });
  });
  form.on("error", reject).on("close", () => resolve(parts));
  request.pipe(form);
}));
