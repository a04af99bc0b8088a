use Mojolicious::Lite;
use Mojo::Util 'encode';
use Part;

post '/' => sub {
    my ($app, $request) = ($_[0], $_[0]->req);
    my (@pairs, @parts) = @{ $request->body_params->pairs };
    while (my ($name, $value) = splice @pairs, 0, 2) { push @parts, part(encode('UTF-8', $name), undef, encode('UTF-8', $value)) }
    push @parts, part(encode('UTF-8', $_->name // ''), defined $_->filename ? encode('UTF-8', $_->filename) : undef, $_->slurp) for @{ $request->uploads };
    $app->render(data => json(@parts), format => 'json');
};
app->log->level('fatal');
app->start;
