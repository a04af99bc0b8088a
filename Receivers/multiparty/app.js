const { Form } = require("multiparty"), { part, gather, serve } = require("part.js");

serve(request => new Promise((resolve, reject) => {
  const parts = [], form = new Form();
  form.on("part", each => {
    const index = parts.push(null) - 1;
    gather(each, content => { parts[index] = part(each.name ?? null, each.filename ?? null, content); });
  });
  form.on("error", reject).on("close", () => resolve(parts));
  form.parse(request);
}));
