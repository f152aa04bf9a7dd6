-- The public catalogue: which published educations strangers see. On unless an editor turns it off.
alter table educations add column in_public_catalogue integer not null default 1 check (in_public_catalogue in (0, 1));
