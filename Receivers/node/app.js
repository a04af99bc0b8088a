const { formParts, serve } = require("part.js");

serve(async request => {
  const headers = { "content-type": request.headers["content-type"] };
  return formParts(await new Response(request, { headers }).formData());
});
