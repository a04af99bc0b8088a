# Sinatra: save as app.rb; `gem install sinatra rackup puma`, then `ruby app.rb 8000`
require "digest"
require "json"
require "sinatra/base"

class Echo < Sinatra::Base
  set :bind, "127.0.0.1"
  set :show_exceptions, false

  def text(value) = value&.dup&.force_encoding("UTF-8")&.scrub

  def entry(name, filename, content)
    [text(name), text(filename), content.bytesize, Digest::SHA256.hexdigest(content)]
  end

  def entries(name, value)
    case value
    when Hash
      file = value[:tempfile]
      return [entry(name, value[:filename], file.read)] if file
      value.flat_map { |key, item| entries("#{name}[#{key}]", item) }
    when Array then value.flat_map { |item| entries("#{name}[]", item) }
    else [entry(name, nil, value.to_s)]
    end
  end

  post "/" do
    content_type :json
    request.POST.flat_map { |name, value| entries(name, value) }.to_json
  end
end

Echo.run!(port: ARGV[0].to_i) if $PROGRAM_NAME == __FILE__
