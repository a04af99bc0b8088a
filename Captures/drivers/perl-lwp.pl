# LWP with HTTP::Request::Common, which builds the body in memory; with --dynamic it reads files while it sends them
# ($DYNAMIC_FILE_UPLOAD). Tried with LWP 6.68, HTTP::Message 6.44:
# apt install libwww-perl liblwp-protocol-https-perl
use v5.14;
use warnings;
use HTTP::Request::Common qw(POST $DYNAMIC_FILE_UPLOAD);
use JSON::PP qw(decode_json);

package Agent {
    use parent 'LWP::UserAgent';
    our @credentials;
    sub get_basic_credentials { @credentials }
}

my @readers;
sub quit { my ($code, $reason) = @_; say STDERR $reason =~ s/ at \S+ line \d+\.$//r =~ s/\s+/ /gr if $reason; exit $code }

# The name of a pipe that gives a file's content, with a pause in its middle.
sub pipe_from {
    my ($path, $pause) = @_;
    pipe my $reader, my $writer or die $!;
    push @readers, $reader;
    return '/dev/fd/' . fileno $reader if fork;
    close $_ for @readers;
    open my $file, '<:raw', $path or die "$path: $!";
    my $before_pause = (-s $path) / 2;
    while (read $file, my $bytes, 4096) {
        if ($pause && ($before_pause -= length $bytes) < 0) { sleep $pause; $pause = 0 }
        syswrite $writer, $bytes or last;
    }
    exit;
}

$DYNAMIC_FILE_UPLOAD = @ARGV == 3 && shift eq '--dynamic';
my ($url, $path) = @ARGV;
my $form = eval { local (@ARGV, $/) = $path; decode_json(<>) } or quit(69, "unsupported: $@");
my %needs = map { $_ => 1 } @{ $form->{requires} };
my %abilities = map { $_ => 1 } qw(tls redirect credentials expect), $DYNAMIC_FILE_UPLOAD ? qw(unknown-length pause) : ();
my @missing = grep { !$abilities{$_} } sort keys %needs;
quit(69, "unsupported: @missing") if @missing;

my $agent = Agent->new(timeout => 30, keep_alive => 1, requests_redirectable => ['POST']);
$agent->ssl_opts(SSL_ca_file => $form->{certificate}) if $form->{certificate};
@Agent::credentials = @$form{qw(user password)} if $needs{credentials};
my $ok = 1;
for (1 .. $form->{uploads}) {
    my @fields;
    for my $part (@{ $form->{parts} }) {
        my %bytes = map { utf8::encode(my $text = $part->{$_} // ''); $_ => $text } keys %$part;
        my $file = $part->{file};
        $file = pipe_from($file, $needs{pause} && 2) if $file && ($needs{pause} || $needs{'unknown-length'});
        my @type = defined $part->{type} ? (Content_Type => $bytes{type}) : ();
        push @fields, $bytes{name} => $file ? [$file, $bytes{filename}, @type] : $bytes{value};
    }
    my @expect = $needs{expect} ? (Expect => '100-continue') : ();
    my $response = $agent->request(POST $url, Content_Type => 'form-data', Content => \@fields, @expect);
    quit(1, $response->status_line) if ($response->header('Client-Warning') // '') eq 'Internal response';
    say $response->code;
    $ok &&= $response->is_success;
}
quit($ok ? 0 : 1);
