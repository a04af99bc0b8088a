require "part"
require "webrick"

server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: ENV["PORT"].to_i, AccessLog: [])
server.mount_proc("/") do |request, response|
  fields = request.query.values.flat_map { |field| field.to_enum(:each_data).to_a }
  response.body = JSON.dump(fields.map { |each| part(each.name, each.filename, each.to_s) })
end
server.start
