-- Each file has an address that cannot be guessed or counted through, says what it is for, and leaves the file store with its last use.
create table stored_files_next (
  id integer primary key not null,
  name text not null,
  content_type text not null,
  size integer not null,
  sha256 text not null,
  key text not null,
  visibility text not null,
  owner_user_id integer,
  created_at text not null,
  -- Random; the last part of the address.
  ref text not null default (lower(hex(randomblob(16)))),
  purpose text not null default 'Medium',
  -- Pictures that were stored with their metadata have yet to lose them.
  cleaned integer not null default false
);

insert into stored_files_next (id, name, content_type, size, sha256, key, visibility, owner_user_id, created_at, purpose)
select id, name, content_type, size, sha256, key,
  case when id in (select picture_file_id from educations) then 'Public' else visibility end,
  owner_user_id, created_at,
  case
    when id in (select picture_file_id from users) then 'PersonPicture'
    when id in (select picture_file_id from educations) or id in (select picture_file_id from education_categories) then 'EducationPicture'
    when id in (select file_id from media) then 'Medium'
    when visibility = 'Public' then 'Logo'
    when key like 'pictures/%' then 'PersonPicture'
    else 'Medium'
  end
from stored_files;

drop table stored_files;
alter table stored_files_next rename to stored_files;
create index idx_stored_files_key on stored_files (key);
create unique index idx_stored_files_ref on stored_files (ref);
create index idx_stored_files_owner on stored_files (owner_user_id, purpose, size);
create index idx_stored_files_uncleaned on stored_files (id) where cleaned = 0;

-- Keys of files without a row, until the file store has let go of them too.
create table removed_files (
  key text primary key not null,
  removed_at text not null
);

create trigger stored_files_removed after delete on stored_files
begin
  insert or ignore into removed_files (key, removed_at) values (old.key, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
end;

create index idx_users_picture on users (picture_file_id) where picture_file_id is not null;
create index idx_educations_picture on educations (picture_file_id) where picture_file_id is not null;
create index idx_media_file on media (file_id) where file_id is not null;

-- Whoever replaces or removes a picture, by whatever call: its row goes in the same transaction. Copies of an education share theirs.
create trigger users_picture_released after update of picture_file_id on users
when old.picture_file_id is not null and old.picture_file_id is not new.picture_file_id
begin
  delete from stored_files where id = old.picture_file_id
    and not exists (select 1 from users where picture_file_id = old.picture_file_id);
end;

create trigger users_picture_deleted after delete on users when old.picture_file_id is not null
begin
  delete from stored_files where id = old.picture_file_id
    and not exists (select 1 from users where picture_file_id = old.picture_file_id);
end;

create trigger educations_picture_released after update of picture_file_id on educations
when old.picture_file_id is not null and old.picture_file_id is not new.picture_file_id
begin
  delete from stored_files where id = old.picture_file_id
    and not exists (select 1 from educations where picture_file_id = old.picture_file_id)
    and not exists (select 1 from education_categories where picture_file_id = old.picture_file_id);
end;

create trigger educations_picture_deleted after delete on educations when old.picture_file_id is not null
begin
  delete from stored_files where id = old.picture_file_id
    and not exists (select 1 from educations where picture_file_id = old.picture_file_id)
    and not exists (select 1 from education_categories where picture_file_id = old.picture_file_id);
end;

create trigger media_file_released after update of file_id on media
when old.file_id is not null and old.file_id is not new.file_id
begin
  delete from stored_files where id = old.file_id and not exists (select 1 from media where file_id = old.file_id);
end;

create trigger media_file_deleted after delete on media when old.file_id is not null
begin
  delete from stored_files where id = old.file_id and not exists (select 1 from media where file_id = old.file_id);
end;

create trigger portal_configurations_logo_released after update of configuration on portal_configurations
when old.configuration ->> '$.logoUrl' is not null
  and old.configuration ->> '$.logoUrl' is not new.configuration ->> '$.logoUrl'
begin
  delete from stored_files where purpose = 'Logo'
    and old.configuration ->> '$.logoUrl' in ('/api/files/' || ref, '/api/files/' || id)
    and id not in (select logo_file_id from organizations where logo_file_id is not null);
end;
