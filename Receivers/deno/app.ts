import { createRequire } from "node:module";
import { Buffer } from "node:buffer";
const { part } = createRequire(import.meta.url)("../shared/part.js");

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1" }, async request => {
  try {
    return Response.json(await Promise.all([...await request.formData()].map(async ([name, value]) =>
      typeof value === "string" ? part(name, null, Buffer.from(value))
        : part(name, value.name, Buffer.from(await value.arrayBuffer())))));
  } catch (error) { return new Response(String(error), { status: 400 }); }
});
