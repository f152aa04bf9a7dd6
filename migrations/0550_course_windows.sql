-- A course opens no windows of its own unless the office has said for its part that it needs to.
alter table education_parts add column opens_windows integer not null default 0;
