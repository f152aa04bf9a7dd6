-- The files that a package's manifest names and its archive lacks; whoever uploaded it is told.
alter table content_packages add column missing_files text not null default '{"count":0,"names":[]}';
