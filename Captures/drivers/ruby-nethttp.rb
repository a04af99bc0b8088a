# Net::HTTP with set_form, which writes the form to a file first to know its length.
# Tried with Ruby 3.1.2: apt install ruby
require "json"
require "net/http"

ABILITIES = %w[unknown-length pause tls]

# A pipe that gives a file's content, with a pause in its middle.
def pipe(path, pause)
  reader, writer = IO.pipe(binmode: true)
  Thread.new do
    File.open(path, "rb") do |file|
      IO.copy_stream(file, writer, file.size / 2)
      sleep pause
      IO.copy_stream(file, writer)
    end
  rescue Errno::EPIPE, IOError
    # The client has read enough.
  ensure
    writer.close
  end
  reader
end

url, path = ARGV
begin
  form = JSON.parse(File.read(path, encoding: "UTF-8"))
  missing = form["requires"] - ABILITIES
rescue JSON::ParserError
  missing = ["a text with half a surrogate pair"]
end
unless missing.empty?
  warn "unsupported: #{missing.join(", ")}"
  exit 69
end
streamed = form["requires"].intersect?(%w[unknown-length pause])
pause = form["requires"].include?("pause") ? 2 : 0

begin
  uri = URI(url)
  http = Net::HTTP.new(uri.host, uri.port, nil)
  http.use_ssl = uri.scheme == "https"
  http.ca_file = form["certificate"]
  http.max_retries = 0
  statuses = http.start do
    form["uploads"].times.map do
      request = Net::HTTP::Post.new(uri)
      request["Transfer-Encoding"] = "chunked" if streamed
      fields = form["parts"].map do |part|
        next [part["name"], part["value"]] if part["value"]

        content = streamed ? pipe(part["file"], pause) : File.open(part["file"], "rb")
        [part["name"], content, { filename: part["filename"], content_type: part["type"] }.compact]
      end
      request.set_form(fields, "multipart/form-data")
      http.request(request).code.tap { |status| puts status }
    end
  end
  exit statuses.all?(/\A2/) ? 0 : 1
rescue StandardError => error
  abort "#{error.class}: #{error.message}".tr("\r\n", " ")
end
