require "part"
require "rack"
require "rack/handler/webrick"

app = lambda do |environment|
  form = Rack::Request.new(environment).POST
  [200, {}, [JSON.dump(form.flat_map { |name, value| parts(name, value) })]]
rescue EOFError, Rack::QueryParser::ParameterTypeError, Rack::QueryParser::InvalidParameterError => error
  [400, {}, [error.message]]
end
Rack::Handler::WEBrick.run(app, Host: "127.0.0.1", Port: ENV["PORT"].to_i, AccessLog: [])
