const { readFileSync } = require("fs"), { formidable } = require("formidable"), { part, serve } = require("part.js");

const pairs = object => Object.entries(object).flatMap(([name, values]) => [values].flat().map(one => [name, one]));

serve(request => new Promise((resolve, reject) => {
  const form = formidable({ multiples: true, allowEmptyFiles: true, minFileSize: 0 });
  form.parse(request, (error, fields, files) => error ? reject(error) : resolve([
    ...pairs(fields).map(([name, value]) => part(name, null, Buffer.from(value))),
    ...pairs(files).map(([name, file]) => part(name, file.originalFilename, readFileSync(file.filepath))),
  ]));
}));
