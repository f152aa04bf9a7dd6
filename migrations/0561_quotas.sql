-- How much one person may store of each kind. The limits stand in the code; a statement at the end of a commit writes a row here
-- when one is passed, and the row is refused, and the whole commit with it.
create table quota_breaches (code text not null);
create trigger quota_breaches_refused before insert on quota_breaches
begin
  select raise(abort, 'picture_quota') where new.code = 'picture_quota';
  select raise(abort, 'media_quota') where new.code = 'media_quota';
  select raise(abort, 'submission_quota') where new.code = 'submission_quota';
  select raise(abort, 'package_quota') where new.code = 'package_quota';
  select raise(abort, 'upload_quota') where new.code = 'upload_quota';
  select raise(abort, 'state_quota') where new.code = 'state_quota';
  select raise(abort, 'attachment_quota') where new.code = 'attachment_quota';
  select raise(abort, 'unknown quota');
end;

-- In bytes. What lies in the file store is larger than a row may be; how much larger is known from the next write on.
alter table xapi_documents add column size integer not null default 0;
update xapi_documents set size = case when file_key is null then length(coalesce(body, '')) * 3 / 4 else 1000000 end;
drop index idx_xapi_documents_agent;
create index idx_xapi_documents_agent on xapi_documents (agent, registration, size);

alter table xapi_attachments add column size integer not null default 0;
alter table xapi_attachments add column user_id integer;
update xapi_attachments set user_id = (select s.user_id from xapi_statements s where s.id = statement_id);
create index idx_xapi_attachments_user on xapi_attachments (user_id, size);

create index idx_content_packages_uploader on content_packages (uploaded_by_user_id, size) where files_removed_at is null;
create index idx_package_uploads_uploader on package_uploads (uploaded_by_user_id, size);
