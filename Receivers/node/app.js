const { part } = require("part.js");

require("http").createServer(async (request, response) => {
  try {
    const form = await new Response(request, { headers: { "content-type": request.headers["content-type"] } }).formData();
    response.end(JSON.stringify(await Promise.all([...form].map(async ([name, value]) => typeof value === "string"
      ? part(name, null, Buffer.from(value)) : part(name, value.name, Buffer.from(await value.arrayBuffer()))))));
  } catch (error) { response.writeHead(400).end(error.message); }
}).listen(process.env.PORT, "127.0.0.1");
