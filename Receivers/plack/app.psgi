use Part;
use Plack::Request;

sub {
    my $request = Plack::Request->new(shift);
    my (@parts, $form, $files) = ();
    ($form, $files) = ($request->body_parameters, $request->uploads);
    $form->each(sub { push @parts, part($_[0], undef, $_[1]) });
    $files->each(sub { push @parts, part($_[0], $_[1]->filename, bytes($_[1]->path)) });
    [200, ['Content-Type' => 'application/json'], [json(@parts)]];
};
