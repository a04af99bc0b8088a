-- Writes what ModSecurity saw in a request, as a line of JSON, to the file that SEEN names.

-- A byte becomes a character, as in the bodies of the lab.
local function text(bytes)
  local plain = bytes:gsub('[^ !#-%[%]-~]', function(byte) return ("\\u%04x"):format(byte:byte()) end)
  return '"' .. plain .. '"'
end

local function list(entries) return "[" .. table.concat(entries, ",") .. "]" end

local function variable(name) return m.getvar("TX." .. name, { "none" }) or "" end

function main()
  local flags, form, contents, files = {}, {}, {}, {}
  for name, value in variable("flags"):gmatch("([%u_]+):(%d+)") do
    -- Version 3 says 2 of forms that are in order.
    if value ~= "0" and not (name == "MULTIPART_UNMATCHED_BOUNDARY" and value == "2") then
      flags[#flags + 1] = text((name:gsub("^MULTIPART_", "")))
    end
  end
  for kind, name, value in (variable("form"):gsub("␞", "␞␞") .. "␞"):gmatch("(%u[%u_]+):?(.-)␟(.-)␞") do
    if kind == "ARGS_POST" then form[#form + 1] = list { text(name), "null", text(value) } end
    if kind == "FILES" then files[#files + 1] = { name, value } end
    if kind == "FILES_TMP_CONTENT" then contents[#contents + 1] = value end
  end
  for index, file in ipairs(files) do
    form[#form + 1] = list { text(file[1]), text(file[2]), text(contents[index] or "") }
  end
  local message, seen = variable("error"), assert(io.open(os.getenv("SEEN"), "w"))
  seen:write('{"flags":', list(flags), ',"error":', message == "" and "null" or text(message), ',"form":', list(form), "}\n")
  seen:close()
  return nil
end
