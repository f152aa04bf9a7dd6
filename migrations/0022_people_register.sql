-- People from the federation's register: what the register said of each person last, the reads of the register, and the rows that a read
-- has fetched and not yet applied.

-- Each person of the register with the account in the portal and what the register said last. An unchanged row has the same digest.
CREATE TABLE register_people (
  external_id text PRIMARY KEY NOT NULL,
  user_id integer REFERENCES users(id),
  digest text,
  email text,
  phone text,
  -- HMAC of the personal number; the number itself is never stored.
  number_hash text,
  -- JSON: ids of the organisations of which the register has made the person a member.
  memberships text DEFAULT '[]' NOT NULL,
  closed text,
  merged_into text,
  changed_at text NOT NULL
);

-- Serves the erasure of a person.
CREATE INDEX idx_register_people_user ON register_people (user_id);

-- Finds the people of a personal number.
CREATE INDEX idx_register_people_number ON register_people (number_hash) WHERE number_hash IS NOT NULL;

-- Each read of the register, with its cursor while it goes on and its counts afterwards.
CREATE TABLE register_runs (
  id integer PRIMARY KEY NOT NULL,
  job_id text NOT NULL,
  state integer NOT NULL,
  is_full integer NOT NULL,
  since text,
  cursor text,
  waited_from text,
  read_count integer DEFAULT 0 NOT NULL,
  seen_count integer DEFAULT 0 NOT NULL,
  known_count integer DEFAULT 0 NOT NULL,
  new_count integer DEFAULT 0 NOT NULL,
  changed_count integer DEFAULT 0 NOT NULL,
  refused_count integer DEFAULT 0 NOT NULL,
  minor_count integer DEFAULT 0 NOT NULL,
  reason text,
  started_at text NOT NULL,
  changed_at text NOT NULL,
  finished_at text
);

-- Allows one read at a time.
CREATE UNIQUE INDEX idx_register_runs_live ON register_runs (state < 2) WHERE state < 2;

-- Fetched rows that differ from what the register said last. Refused ones stay until the next read.
CREATE TABLE register_rows (
  run_id integer NOT NULL REFERENCES register_runs(id),
  external_id text NOT NULL,
  position integer NOT NULL,
  sort integer NOT NULL,
  -- JSON: the person as the register gives it, with the hash in place of the personal number.
  person text NOT NULL,
  digest text NOT NULL,
  number_hash text,
  is_gone integer DEFAULT false NOT NULL,
  is_repeated integer DEFAULT false NOT NULL,
  outcome integer,
  reason text,
  user_id integer,
  PRIMARY KEY (run_id, external_id)
);

-- Serves the rows that are not applied yet, in the order in which they are applied, and the refused ones.
CREATE INDEX idx_register_rows_outcome ON register_rows (run_id, outcome, sort, position);

-- Finds two rows with one personal number.
CREATE INDEX idx_register_rows_number ON register_rows (run_id, number_hash) WHERE number_hash IS NOT NULL;

-- Serves the erasure of a person.
CREATE INDEX idx_register_rows_user ON register_rows (user_id) WHERE user_id IS NOT NULL;

-- Marks a protection that the register began: the register ends it too. `protected_by_user_id` is then the person.
ALTER TABLE protected_identities ADD COLUMN from_register integer DEFAULT false NOT NULL;

-- Marks an address that the register changed: it counts as changed by another person. `requested_by_user_id` is then the person.
ALTER TABLE email_changes ADD COLUMN from_register integer DEFAULT false NOT NULL;

-- Files of members that somebody of the office imports, with the club of rows that name none.
CREATE TABLE member_import_batches (
  id integer PRIMARY KEY NOT NULL,
  title text NOT NULL,
  uploaded_by_user_id integer NOT NULL REFERENCES users(id),
  organization_id integer REFERENCES organizations(id),
  state integer NOT NULL,
  -- JSON: the headings of the file, and the column of each field.
  header text NOT NULL,
  mapping text NOT NULL,
  row_count integer NOT NULL,
  uploaded_at text NOT NULL,
  applied_at text,
  changed_at text NOT NULL
);

-- Serves a person's batches, the latest first.
CREATE INDEX idx_member_import_batches_uploader ON member_import_batches (uploaded_by_user_id, id);

-- Serves the deletion of old batches.
CREATE INDEX idx_member_import_batches_changed_at ON member_import_batches (changed_at);

-- Rows of these files. A personal number stands in its cell as date of birth and HMAC.
CREATE TABLE member_import_rows (
  batch_id integer NOT NULL REFERENCES member_import_batches(id),
  row_number integer NOT NULL,
  -- JSON: the cells of the row.
  cells text NOT NULL,
  status integer,
  reason text,
  user_id integer REFERENCES users(id),
  organization_id integer REFERENCES organizations(id),
  applied_at text,
  undone_at text,
  is_kept integer DEFAULT false NOT NULL,
  PRIMARY KEY (batch_id, row_number)
);

-- Serves the rows of a batch by outcome, errors and others apart.
CREATE INDEX idx_member_import_rows_status ON member_import_rows (batch_id, status, row_number);

-- Finds the rows of a person, whose account a batch has made.
CREATE INDEX idx_member_import_rows_user ON member_import_rows (user_id) WHERE user_id IS NOT NULL;

-- Serves the check of organisations that are to be deleted.
CREATE INDEX idx_member_import_rows_organization ON member_import_rows (organization_id) WHERE organization_id IS NOT NULL;
