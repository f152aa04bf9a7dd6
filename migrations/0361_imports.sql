-- Imports of earlier education results: a batch per uploaded file, and its rows as they were given and judged.

CREATE TABLE import_batches (
  id integer PRIMARY KEY NOT NULL,
  title text NOT NULL,
  uploaded_by_user_id integer NOT NULL,
  status integer NOT NULL,
  row_count integer NOT NULL,
  added_count integer DEFAULT 0 NOT NULL,
  uploaded_at text NOT NULL,
  changed_at text NOT NULL
);

-- One import at a time is under way for a person; another's is another's.
CREATE UNIQUE INDEX idx_import_batches_live ON import_batches (uploaded_by_user_id) WHERE status IN (0, 1, 5);
CREATE INDEX idx_import_batches_uploader ON import_batches (uploaded_by_user_id, id);
CREATE INDEX idx_import_batches_status ON import_batches (status, changed_at);

CREATE TABLE import_rows (
  batch_id integer NOT NULL,
  row_number integer NOT NULL,
  given text NOT NULL,
  person_key text,
  user_id integer,
  education_id integer,
  education_key text,
  completed_on text,
  status integer,
  reason text,
  applied_at text,
  added integer DEFAULT false NOT NULL,
  PRIMARY KEY(batch_id, row_number)
);
CREATE INDEX idx_import_rows_person ON import_rows (batch_id, person_key);
CREATE INDEX idx_import_rows_user ON import_rows (batch_id, user_id);
