# Rails: save as app.rb; `gem install rails puma`, then `ruby app.rb 8000`; in an application, copy the controller
require "digest"
require "action_controller/railtie"

class Probe < Rails::Application
  config.eager_load = false
  config.secret_key_base = "probe" * 8
  config.hosts.clear
  config.logger = Logger.new(File::NULL)
end

class EchoController < ActionController::API
  def create
    render json: request.request_parameters.flat_map { |name, value| entries(name, value) }
  end

  private

  def entry(name, filename, content)
    name, filename = [name, filename].map { |text| text&.dup&.force_encoding("UTF-8")&.scrub }
    [name, filename, content.bytesize, Digest::SHA256.hexdigest(content)]
  end

  def entries(name, value)
    case value
    when ActionDispatch::Http::UploadedFile then [entry(name, value.original_filename, value.read)]
    when Hash then value.flat_map { |key, item| entries("#{name}[#{key}]", item) }
    when Array then value.flat_map { |item| entries("#{name}[]", item) }
    else [entry(name, nil, value.to_s)]
    end
  end
end

Probe.initialize!
Probe.routes.draw { post "/" => "echo#create" }

if $PROGRAM_NAME == __FILE__
  require "puma"
  server = Puma::Server.new(Probe)
  server.add_tcp_listener("127.0.0.1", ARGV[0].to_i)
  server.run.join
end
