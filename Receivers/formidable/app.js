const { readFileSync } = require("fs"), { formidable } = require("formidable"), { part } = require("part.js");

require("http").createServer((request, response) => {
  formidable({ multiples: true, allowEmptyFiles: true, minFileSize: 0 }).parse(request, (error, fields, files) => {
    if (error) return response.writeHead(error.httpCode ?? 400).end(error.message);
    const all = object => Object.entries(object).flatMap(([name, values]) => [values].flat().map(one => [name, one]));
    response.end(JSON.stringify([
      ...all(fields).map(([name, value]) => part(name, null, Buffer.from(value))),
      ...all(files).map(([name, file]) => part(name, file.originalFilename, readFileSync(file.filepath))),
    ]));
  });
}).listen(process.env.PORT, "127.0.0.1");
