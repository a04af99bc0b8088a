require "digest"
require "json"

# What an adapter answers for one part.
def part(name, filename, content)
  text = ->(name) { name && name.to_s.dup.force_encoding("UTF-8").scrub }
  [text[name], text[filename], content.bytesize, Digest::SHA256.hexdigest(content)]
end

# The parts in the parameters that Rack gives; names with brackets make hashes and arrays.
def parts(name, value)
  case value
  when Hash
    return [part(name, value[:filename], value[:tempfile].read)] if value[:tempfile]
    value.flat_map { |key, each| parts("#{name}[#{key}]", each) }
  when Array then value.flat_map { |each| parts("#{name}[]", each) }
  else [part(name, nil, value.to_s)]
  end
end
