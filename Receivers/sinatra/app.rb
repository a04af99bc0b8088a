require "part"
require "sinatra/base"

class Read < Sinatra::Base
  set server: "webrick", bind: "127.0.0.1", port: ENV["PORT"].to_i, environment: :production
  post("/") { JSON.dump(params.flat_map { |name, value| parts(name, value) }) }
end
Read.run!
