-- Office: imports, saved selections, calendar subscriptions and erasure requests.

-- Imports of earlier results, one row per uploaded file.
CREATE TABLE import_batches (
  id integer PRIMARY KEY NOT NULL,
  title text NOT NULL,
  uploaded_by_user_id integer NOT NULL REFERENCES users(id),
  status integer NOT NULL,
  row_count integer NOT NULL,
  added_count integer DEFAULT 0 NOT NULL,
  uploaded_at text NOT NULL,
  changed_at text NOT NULL
);

-- Allows one unfinished import per person.
CREATE UNIQUE INDEX idx_import_batches_live ON import_batches (uploaded_by_user_id) WHERE status IN (0, 1, 5);

-- Serves a person's imports, newest first.
CREATE INDEX idx_import_batches_uploader ON import_batches (uploaded_by_user_id, id);

-- Serves the sweep of abandoned imports.
CREATE INDEX idx_import_batches_status ON import_batches (status, changed_at);

-- An import is not discarded while a job works on it.
CREATE TRIGGER import_batches_run BEFORE UPDATE OF status ON import_batches
WHEN old.status = 1 AND new.status = 3
BEGIN
  SELECT raise(ABORT, 'import_running') FROM jobs WHERE key = 'imports.run:' || old.id;
END;

-- Rows of an import as they were given, with the judgement of each.
CREATE TABLE import_rows (
  batch_id integer NOT NULL REFERENCES import_batches(id),
  row_number integer NOT NULL,
  given text NOT NULL,
  person_key text,
  user_id integer REFERENCES users(id),
  education_id integer REFERENCES educations(id),
  education_key text,
  completed_on text,
  status integer,
  reason text,
  applied_at text,
  added integer DEFAULT false NOT NULL,
  PRIMARY KEY (batch_id, row_number)
);

-- Serves a page of the preview in order; rows enter the index when they are judged.
CREATE INDEX idx_import_rows_person ON import_rows (batch_id, person_key, status, row_number) WHERE status IS NOT NULL;

-- Finds the rows of one person and education, whether the education exists or is still missing.
CREATE INDEX idx_import_rows_pair ON import_rows (batch_id, user_id, coalesce(education_id, education_key), row_number) WHERE status < 2;

-- Selections on the overview that a person has saved under a name.
CREATE TABLE overview_views (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  name text NOT NULL,
  address text NOT NULL,
  created_at text NOT NULL
);

-- Serves a person's saved selections; names are unique for each person.
CREATE UNIQUE INDEX idx_overview_views_user ON overview_views (user_id, name);

-- A person saves at most 50 selections, so that the list stays readable.
CREATE TRIGGER overview_views_enough BEFORE INSERT ON overview_views
WHEN NOT EXISTS (SELECT 1 FROM overview_views WHERE user_id = new.user_id AND name = new.name)
BEGIN
  SELECT raise(ABORT, 'views_enough') WHERE (SELECT count(*) FROM overview_views WHERE user_id = new.user_id) >= 50;
END;

-- Addresses of calendars that people subscribe to.
CREATE TABLE calendar_subscriptions (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  kind text NOT NULL,
  organization_id integer REFERENCES organizations(id),
  nonce text NOT NULL,
  created_at text NOT NULL,
  revoked_at text
);

-- Allows one active address per person, kind and organisation.
CREATE UNIQUE INDEX idx_calendar_subscriptions_live ON calendar_subscriptions (user_id, kind, coalesce(organization_id, 0))
WHERE revoked_at IS NULL;

-- Requests to be erased, by the person's number alone. States: open 0, confirmed 1, done 2, withdrawn 3, refused 4.
CREATE TABLE erasure_requests (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  requested_by_user_id integer NOT NULL REFERENCES users(id),
  requested_as text NOT NULL CHECK (requested_as IN ('self', 'guardian', 'office')),
  state integer DEFAULT 0 NOT NULL,
  created_at text NOT NULL,
  due_on text NOT NULL,
  decided_by_user_id integer REFERENCES users(id),
  decided_at text,
  done_at text,
  reason text,
  receipt text
);

-- Allows one undecided or confirmed request per person.
CREATE UNIQUE INDEX idx_erasure_requests_live ON erasure_requests (user_id) WHERE state IN (0, 1);

-- Serves the requests of one state by due date.
CREATE INDEX idx_erasure_requests_state ON erasure_requests (state, due_on, id);

-- Serves a person's requests.
CREATE INDEX idx_erasure_requests_user ON erasure_requests (user_id, id);

-- A request is decided once: open becomes anything, confirmed becomes done.
CREATE TRIGGER erasure_requests_move BEFORE UPDATE OF state ON erasure_requests
WHEN NOT ((old.state = 0 AND new.state <> 0) OR (old.state = 1 AND new.state = 2))
BEGIN
  SELECT raise(ABORT, 'erasure_moved');
END;

-- The contact for questions about personal data, one row.
CREATE TABLE gdpr_contacts (
  id integer PRIMARY KEY NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  changed_at text NOT NULL
);

-- An import that was discarded at the same moment is not started.
CREATE TRIGGER import_jobs_staged BEFORE INSERT ON jobs
WHEN new.kind = 'imports.run' AND new.state < 2
BEGIN
  SELECT raise(ABORT, 'import_nothing_staged')
  WHERE NOT EXISTS (SELECT 1 FROM import_batches WHERE id = new.payload ->> 'batchId' AND status IN (1, 2));
END;
