-- What a course asks for and is not followed, as codes; whoever uploaded it is told.
alter table content_packages add column notes text not null default '[]';
