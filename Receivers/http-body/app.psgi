use HTTP::Body;
use Part;

sub {
    my $env = shift;
    my $body = HTTP::Body->new($env->{CONTENT_TYPE}, $env->{CONTENT_LENGTH});
    while ($env->{'psgi.input'}->read(my $block, 65536)) { $body->add($block) }
    my $all = sub { my ($of, $as) = @_; map { my $n = $_; map { $as->($n, $_) } ref $of->{$n} eq 'ARRAY' ? @{ $of->{$n} } : $of->{$n} } sort keys %$of };
    my @fields = $all->($body->param, sub { part($_[0], undef, $_[1]) });
    my @files = $all->($body->upload, sub { part($_[0], $_[1]{filename}, bytes($_[1]{tempname})) });
    [200, ['Content-Type' => 'application/json'], [json(@fields, @files)]];
};
