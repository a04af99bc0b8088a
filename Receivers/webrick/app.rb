require "part"
require "webrick"

server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: ENV["PORT"].to_i, AccessLog: [])
server.mount_proc("/") do |request, response|
  response.body = JSON.dump(request.query.values.flat_map { |field| field.to_enum(:each_data).map { |each| part(each.name, each.filename, each.to_s) } })
end
server.start
