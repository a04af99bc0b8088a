#!/usr/bin/lua5.1
local digest, json = require "openssl.digest", require "cjson"

local function part(name, filename, content)
  local hash = digest.new("sha256"):final(content):gsub(".", function(c) return ("%02x"):format(c:byte()) end)
  return { name, filename or json.null, #content, hash }
end

require "wsapi.cgi".run(function(environment)
  local parts = {}
  for name, values in pairs(require "wsapi.request".new(environment).POST) do
    if type(values) ~= "table" or values.contents then values = { values } end
    for _, value in ipairs(values) do
      parts[#parts + 1] = type(value) == "table" and part(name, value.name, value.contents) or part(name, nil, value)
    end
  end
  table.sort(parts, function(one, other) return one[1] < other[1] end)
  local body = #parts == 0 and "[]" or json.encode(parts)
  return 200, { ["Content-Type"] = "application/json" }, coroutine.wrap(function() coroutine.yield(body) end)
end)
