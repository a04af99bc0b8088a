import { createRequire } from "node:module";
const { formParts } = createRequire(import.meta.url)("../shared/part.js");

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1" }, async request => {
  try {
    return Response.json(await formParts(await request.formData()));
  } catch (error) { return new Response(String(error), { status: 400 }); }
});
