-- What a learner has handed in for one sign-up to a part. The file's versions are rows of their own and none is ever lost.
CREATE TABLE submissions (
  id integer PRIMARY KEY NOT NULL,
  education_part_result_id integer NOT NULL,
  education_part_id integer NOT NULL,
  education_id integer,
  user_id integer NOT NULL,
  status integer NOT NULL,
  status_changed_at text NOT NULL,
  status_changed_by_user_id integer,
  assignee_id integer,
  version integer NOT NULL,
  uploaded_at text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);
-- One for each sign-up: the first of two uploads at once makes it.
CREATE UNIQUE INDEX idx_submissions_result ON submissions (education_part_result_id);
CREATE INDEX idx_submissions_part ON submissions (education_part_id, status);
CREATE INDEX idx_submissions_user ON submissions (user_id, education_part_id);
CREATE INDEX idx_submissions_status ON submissions (status, uploaded_at);
CREATE INDEX idx_submissions_assignee ON submissions (assignee_id, status);

CREATE TABLE submission_files (
  id integer PRIMARY KEY NOT NULL,
  submission_id integer NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  key text NOT NULL,
  uploaded_at text NOT NULL
);
CREATE UNIQUE INDEX idx_submission_files_version ON submission_files (submission_id, version);
CREATE UNIQUE INDEX idx_submission_files_key ON submission_files (key);

-- What is handed in stays as it was handed in.
CREATE TRIGGER submission_files_no_update BEFORE UPDATE ON submission_files
BEGIN
  SELECT raise(ABORT, 'submission_file_is_final');
END;

CREATE TABLE comments (
  id integer PRIMARY KEY NOT NULL,
  education_part_result_id integer NOT NULL,
  user_id integer NOT NULL,
  text text NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX idx_comments_result ON comments (education_part_result_id, id);
