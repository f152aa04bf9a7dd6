-- Foundation: audit log, configuration, jobs, mails, files, uploads and the protection of the portal itself.

-- The audit log: who did which action to which target, when, and which values changed.
CREATE TABLE audit_entries (
  id integer PRIMARY KEY NOT NULL,
  at text NOT NULL,
  user_id integer,
  action text NOT NULL,
  target_type text NOT NULL,
  target_id text NOT NULL,
  data text NOT NULL,
  request_id text NOT NULL
);

-- Serves the history of one target, newest first.
CREATE INDEX idx_audit_entries_target ON audit_entries (target_type, target_id, at);

-- Serves the log narrowed to one acting person.
CREATE INDEX idx_audit_entries_user_id ON audit_entries (user_id, at);

-- Serves the whole log, newest first, and the sweep of entries that are past their retention.
CREATE INDEX idx_audit_entries_at ON audit_entries (at);

-- Serves the log narrowed to one action.
CREATE INDEX idx_audit_entries_action ON audit_entries (action, at);

-- An entry never changes, except that a row in audit_redactions takes personal data away: each value that remains was in the same place
-- before.
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
WHEN NOT (
  EXISTS (SELECT 1 FROM audit_redactions redaction WHERE redaction.entry_id = old.id)
  AND new.id IS old.id AND new.at IS old.at AND new.user_id IS old.user_id AND new.action IS old.action
  AND new.target_type IS old.target_type AND new.request_id IS old.request_id
  -- The target of a mail that was tried is an address.
  AND (new.target_id IS old.target_id OR (old.target_type = 'mail' AND new.target_id = ''))
  AND NOT EXISTS (
    SELECT 1 FROM json_tree(new.data) kept WHERE NOT EXISTS (
      SELECT 1 FROM json_tree(old.data) was
      WHERE was.fullkey = kept.fullkey AND (kept.type = 'null' OR (kept.type = was.type AND kept.atom IS was.atom))))
)
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;

-- An entry is never deleted, except by a sweep in audit_sweeps of entries that are older than the moment it names.
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
WHEN NOT EXISTS (SELECT 1 FROM audit_sweeps sweep WHERE old.at < sweep.swept_before)
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;

-- INSERT OR REPLACE deletes the existing row without firing the delete trigger, so an id that exists is refused.
CREATE TRIGGER audit_entries_no_replace BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries kept WHERE kept.id = new.id)
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;

-- The stored values of a record before an edit, for the rest of the transaction; the audit entry at its end compares them with the new ones
-- and deletes the row.
CREATE TABLE audit_snapshots (
  key text PRIMARY KEY NOT NULL,
  data text NOT NULL
) WITHOUT ROWID;

-- A request to take personal data out of one audit entry; the trigger does it and deletes the row at once.
CREATE TABLE audit_redactions (
  entry_id integer NOT NULL,
  -- Without the values that are taken away.
  data text NOT NULL,
  target_id text NOT NULL
);

-- Applies the redaction and deletes the request, so that no permission to change the log remains.
CREATE TRIGGER audit_redactions_done AFTER INSERT ON audit_redactions
BEGIN
  UPDATE audit_entries SET data = new.data, target_id = new.target_id WHERE id = new.entry_id;
  DELETE FROM audit_redactions;
END;

-- A request to delete old audit entries; the trigger does it and deletes the row at once.
CREATE TABLE audit_sweeps (
  -- Entries from before this moment are removed, the oldest first; no younger ones than 59 months.
  swept_before text NOT NULL,
  at_most integer NOT NULL
);

-- Entries younger than 59 months are never swept, whichever code asks.
CREATE TRIGGER audit_sweeps_of_the_old BEFORE INSERT ON audit_sweeps
WHEN new.swept_before > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-59 months')
BEGIN
  SELECT raise(ABORT, 'audit_is_kept_longer');
END;

-- Deletes the oldest entries, at most as many as the request says, and then the request.
CREATE TRIGGER audit_sweeps_done AFTER INSERT ON audit_sweeps
BEGIN
  DELETE FROM audit_entries
  WHERE id IN (SELECT id FROM audit_entries WHERE at < new.swept_before ORDER BY at, id LIMIT new.at_most);
  DELETE FROM audit_sweeps;
END;

-- The portal's settings, one row with JSON.
CREATE TABLE portal_configurations (
  id integer PRIMARY KEY NOT NULL,
  configuration text NOT NULL,
  changed_at text NOT NULL
);

-- A logo that is replaced is deleted in the same transaction, unless an organisation still uses the file.
CREATE TRIGGER portal_configurations_logo_released AFTER UPDATE OF configuration ON portal_configurations
WHEN old.configuration ->> '$.logoUrl' IS NOT NULL
  AND old.configuration ->> '$.logoUrl' IS NOT new.configuration ->> '$.logoUrl'
BEGIN
  DELETE FROM stored_files WHERE purpose = 'Logo'
    AND old.configuration ->> '$.logoUrl' IN ('/api/files/' || ref, '/api/files/' || id)
    AND id NOT IN (SELECT logo_file_id FROM organizations WHERE logo_file_id IS NOT NULL);
END;

-- Messages about disturbances, shown to everyone during a period.
CREATE TABLE disturbance_messages (
  id integer PRIMARY KEY NOT NULL,
  content text NOT NULL,
  from_at text,
  to_at text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Background jobs: their payload, state, attempts, lease and progress.
CREATE TABLE jobs (
  id text PRIMARY KEY NOT NULL,
  kind text NOT NULL,
  payload text NOT NULL,
  key text,
  state integer DEFAULT 1 NOT NULL,
  run_at text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  locked_until text,
  progress_done integer DEFAULT 0 NOT NULL,
  progress_total integer DEFAULT 0 NOT NULL,
  error text,
  created_at text NOT NULL,
  finished_at text,
  requested_by_user_id integer,
  started_at text,
  result text
);

-- Allows one job per key, so that the same work is queued once.
CREATE UNIQUE INDEX idx_jobs_key ON jobs (key);

-- Serves the runner: the next job that is due.
CREATE INDEX idx_jobs_due ON jobs (state, run_at);

-- Serves the office's list of jobs of one state.
CREATE INDEX idx_jobs_listed ON jobs (state, created_at, id);

-- Serves the office's list of all jobs, newest first.
CREATE INDEX idx_jobs_created ON jobs (created_at, id);

-- Serves the last run of each scheduled job.
CREATE INDEX idx_jobs_kind ON jobs (kind, created_at);

-- E-mails that are to be sent or were sent, with the event that caused them.
CREATE TABLE outbox_mails (
  id integer PRIMARY KEY NOT NULL,
  message_id text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at text NOT NULL,
  sent_at text,
  error text,
  secret integer DEFAULT false NOT NULL,
  user_id integer,
  name text,
  language text,
  once_key text,
  invites_to text DEFAULT '[]' NOT NULL,
  sealed text
);

-- Finds a mail by the Message-ID that the mail server reports; each is used once.
CREATE UNIQUE INDEX idx_outbox_mails_message_id ON outbox_mails (message_id);

-- Serves the sender: mails that were not sent, oldest first.
CREATE INDEX idx_outbox_mails_sent_at ON outbox_mails (sent_at, id);

-- Serves the mail log, newest first, and the deletion of old mails.
CREATE INDEX idx_outbox_mails_created_at ON outbox_mails (created_at, id);

-- Writes the same e-mail about the same event once.
CREATE UNIQUE INDEX idx_outbox_mails_once_key ON outbox_mails (once_key);

-- Serves the mails of one person.
CREATE INDEX idx_outbox_mails_user ON outbox_mails (user_id, created_at);

-- Serves the mails to one address.
CREATE INDEX idx_outbox_mails_recipient ON outbox_mails (recipient, created_at);

-- Serves the mails of one template.
CREATE INDEX idx_outbox_mails_name ON outbox_mails (name, created_at);

-- Topics about which a person does not want e-mails.
CREATE TABLE declined_mails (
  user_id integer NOT NULL,
  topic text NOT NULL,
  PRIMARY KEY (user_id, topic)
);

-- E-mail templates as the office has rewritten them; without a row the delivered text is used. Private-use characters surround
-- placeholders, so a filled-in value is never expanded again.
CREATE TABLE mail_templates (
  name text NOT NULL,
  variant text NOT NULL,
  language text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  changed_at text NOT NULL,
  changed_by_user_id integer NOT NULL,
  PRIMARY KEY (name, variant, language)
) WITHOUT ROWID;

-- Notifications in the portal for one person.
CREATE TABLE notices (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  kind text NOT NULL,
  text_values text NOT NULL,
  path text,
  created_at text NOT NULL,
  read_at text
);

-- Serves a person's notifications, unread first, and their number.
CREATE INDEX idx_notices_user ON notices (user_id, read_at, created_at);

-- Serves the deletion of old notifications.
CREATE INDEX idx_notices_created_at ON notices (created_at, id);

-- Files in the file store, each with an unguessable address, a purpose and an owner.
CREATE TABLE stored_files (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  key text NOT NULL,
  visibility text NOT NULL,
  owner_user_id integer,
  created_at text NOT NULL,
  -- Random; the last part of the address.
  ref text NOT NULL DEFAULT (lower(hex(randomblob(16)))),
  purpose text NOT NULL DEFAULT 'Medium',
  -- Pictures that were stored with their metadata have yet to lose them.
  cleaned integer NOT NULL DEFAULT false
);

-- Finds the rows of one key in the file store.
CREATE INDEX idx_stored_files_key ON stored_files (key);

-- Finds a file by its address; each address is unique.
CREATE UNIQUE INDEX idx_stored_files_ref ON stored_files (ref);

-- Sums up how much a person stores of each purpose, for the quota.
CREATE INDEX idx_stored_files_owner ON stored_files (owner_user_id, purpose, size);

-- Serves the job that removes metadata from pictures.
CREATE INDEX idx_stored_files_uncleaned ON stored_files (id) WHERE cleaned = 0;

-- Remembers the key of a deleted row until the file store has deleted the object too.
CREATE TRIGGER stored_files_removed AFTER DELETE ON stored_files
BEGIN
  INSERT OR ignore INTO removed_files (key, removed_at) VALUES (old.key, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

-- Keys of files without a row, until the file store has deleted them.
CREATE TABLE removed_files (
  key text PRIMARY KEY NOT NULL,
  removed_at text NOT NULL
);

-- The result of a virus scan by key in the file store; a file without a row has not been scanned.
CREATE TABLE file_scans (
  key text PRIMARY KEY NOT NULL,
  -- Clean, Infected or Failed.
  state text NOT NULL,
  scanned_at text NOT NULL
);

-- Holds no rows: an insert names the quota that is exceeded and is refused, and the whole commit with it. The limits are in the code.
CREATE TABLE quota_breaches (
  code text NOT NULL
);

-- Refuses the insert with the refusal code of the quota.
CREATE TRIGGER quota_breaches_refused BEFORE INSERT ON quota_breaches
BEGIN
  SELECT raise(abort, 'picture_quota') WHERE new.code = 'picture_quota';
  SELECT raise(abort, 'media_quota') WHERE new.code = 'media_quota';
  SELECT raise(abort, 'submission_quota') WHERE new.code = 'submission_quota';
  SELECT raise(abort, 'package_quota') WHERE new.code = 'package_quota';
  SELECT raise(abort, 'upload_quota') WHERE new.code = 'upload_quota';
  SELECT raise(abort, 'state_quota') WHERE new.code = 'state_quota';
  SELECT raise(abort, 'attachment_quota') WHERE new.code = 'attachment_quota';
  SELECT raise(abort, 'unknown quota');
END;

-- A course package that is being uploaded in parts to the file store; the row goes when the upload is completed or aborted.
CREATE TABLE package_uploads (
  id text PRIMARY KEY NOT NULL,
  original_name text NOT NULL,
  size integer NOT NULL,
  file_key text NOT NULL,
  multipart_id text NOT NULL,
  uploaded_by_user_id integer NOT NULL,
  created_at text NOT NULL
);

-- Serves the sweep that aborts abandoned uploads.
CREATE INDEX idx_package_uploads_created_at ON package_uploads (created_at);

-- Sums up a person's unfinished uploads, for the quota.
CREATE INDEX idx_package_uploads_uploader ON package_uploads (uploaded_by_user_id, size);

-- The uploaded parts of a package, with the ETag of each.
CREATE TABLE package_upload_parts (
  upload_id text NOT NULL REFERENCES package_uploads(id),
  number integer NOT NULL,
  etag text NOT NULL,
  PRIMARY KEY (upload_id, number)
);

-- Stored answers to writes with an idempotency key: the same key from the same person is the same write.
CREATE TABLE idempotency_answers (
  user_id integer NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  claimed_at text NOT NULL,
  committed_at text,
  answer text,
  PRIMARY KEY (user_id, call, key)
) WITHOUT ROWID;

-- Serves the deletion of old keys.
CREATE INDEX idx_idempotency_answers_claimed ON idempotency_answers (claimed_at);

-- The last purge of the edge cache by tag: one row, read with every session.
CREATE TABLE purges (
  id integer PRIMARY KEY NOT NULL CHECK (id = 1),
  versions text NOT NULL CHECK (json_valid(versions))
);

INSERT INTO purges (id, versions) VALUES (1, '{}');

-- Failed sign-ins and refused calls, counted by the hour; a row per hour counts those beyond the limit of rows.
CREATE TABLE refused_attempts (
  -- Such as 2026-11-23T14, in UTC.
  hour text NOT NULL,
  -- The contract's name of what was asked; 'other' in the row that counts the rest of an hour.
  call text NOT NULL,
  code text NOT NULL,
  -- The IPv4 address, or the /64 of an IPv6 address; empty in the row of the rest.
  address text NOT NULL,
  -- 'user:<id>' of who asked or whose user name was tried, 'integration:<id>', 'name:<keyed hash>' of a name that is nobody's, or empty.
  subject text NOT NULL,
  -- What was asked the last time.
  path text NOT NULL,
  count integer NOT NULL,
  first_at text NOT NULL,
  last_at text NOT NULL,
  PRIMARY KEY (hour, call, code, address, subject)
) WITHOUT ROWID;

-- Counts the rows of an address within the hour, for the limit.
CREATE INDEX idx_refused_attempts_hour_address ON refused_attempts (hour, address);

-- Serves the list, newest first, and the deletion of old rows.
CREATE INDEX idx_refused_attempts_last_at ON refused_attempts (last_at);

-- Violations of the content security policy that browsers report, counted by day, without address or person.
CREATE TABLE policy_reports (
  day text NOT NULL,
  directive text NOT NULL,
  -- A host, or the policy's own word for what has none: inline, eval, data.
  blocked text NOT NULL,
  -- The page's path in the route table, without the ids in it.
  page text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (day, directive, blocked, page)
);
