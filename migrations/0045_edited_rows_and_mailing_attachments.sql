-- Rows of an import that are corrected in its preview.

-- The version of a row for optimistic locking; the default stands for a row that is as it was uploaded.
ALTER TABLE import_rows ADD COLUMN changed_at text DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL;

-- The same version, of a row in a file of members.
ALTER TABLE member_import_rows ADD COLUMN changed_at text DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL;

-- A file that is attached to a draft of a mailing or to a mailing; `position` is its place in the list.
CREATE TABLE mailing_files (
  id integer PRIMARY KEY NOT NULL,
  draft_id text REFERENCES mailing_drafts(id),
  mailing_id text REFERENCES mailings(id),
  file_id integer NOT NULL REFERENCES stored_files(id),
  position integer NOT NULL
);

-- A draft has each file once.
CREATE UNIQUE INDEX idx_mailing_files_draft ON mailing_files (draft_id, file_id);

-- A mailing has each file once.
CREATE UNIQUE INDEX idx_mailing_files_mailing ON mailing_files (mailing_id, file_id);

-- Serves the search for unused files and the access to a file.
CREATE INDEX idx_mailing_files_file ON mailing_files (file_id);

-- The files of a removed draft are detached with it; the daily sweep deletes those that nothing has any more.
CREATE TRIGGER mailing_draft_files_end BEFORE DELETE ON mailing_drafts
BEGIN
  DELETE FROM mailing_files WHERE draft_id = old.id;
END;

-- The files of a removed mailing are detached in the same way.
CREATE TRIGGER mailing_files_end BEFORE DELETE ON mailings
BEGIN
  DELETE FROM mailing_files WHERE mailing_id = old.id;
END;

-- Ids of stored files that are attached to the mail when it is sent, as JSON.
ALTER TABLE outbox_mails ADD COLUMN attached_files text DEFAULT '[]' NOT NULL;

DROP TRIGGER quota_breaches_refused;

-- Refuses the insert with the refusal code of the quota, that of the files of mailings among them.
CREATE TRIGGER quota_breaches_refused BEFORE INSERT ON quota_breaches
BEGIN
  SELECT raise(abort, 'picture_quota') WHERE new.code = 'picture_quota';
  SELECT raise(abort, 'media_quota') WHERE new.code = 'media_quota';
  SELECT raise(abort, 'mailing_file_quota') WHERE new.code = 'mailing_file_quota';
  SELECT raise(abort, 'submission_quota') WHERE new.code = 'submission_quota';
  SELECT raise(abort, 'package_quota') WHERE new.code = 'package_quota';
  SELECT raise(abort, 'upload_quota') WHERE new.code = 'upload_quota';
  SELECT raise(abort, 'state_quota') WHERE new.code = 'state_quota';
  SELECT raise(abort, 'attachment_quota') WHERE new.code = 'attachment_quota';
  SELECT raise(abort, 'unknown quota');
END;
