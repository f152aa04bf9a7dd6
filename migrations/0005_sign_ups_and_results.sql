-- Sign-ups and results, and everything that belongs to one: submissions, comments, invitations and reminders.

-- Sign-ups to parts and their results, one row per sign-up. Its triggers are in the last file.
CREATE TABLE education_part_results (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  education_id integer REFERENCES educations(id),
  occasion_id integer REFERENCES occasions(id),
  practical_driver_exam_id integer REFERENCES driver_exams(id),
  completed integer DEFAULT false NOT NULL,
  completed_at text,
  signed_up_at text,
  canceled integer DEFAULT false NOT NULL,
  attended integer,
  payment_id text,
  invoice_recipient_id integer REFERENCES organizations(id),
  custom_answers text NOT NULL,
  fee_at_sign_up_minor integer DEFAULT 0 NOT NULL,
  guardian_user_id integer REFERENCES users(id),
  approved_by_user_id integer REFERENCES users(id),
  registered_by_user_id integer REFERENCES users(id),
  score real,
  created_at text NOT NULL,
  changed_at text NOT NULL,
  canceled_at text,
  canceled_due integer DEFAULT false NOT NULL
);

-- Allows one open sign-up per person and part.
CREATE UNIQUE INDEX idx_education_part_results_open ON education_part_results (user_id, education_part_id)
WHERE completed = 0 AND canceled = 0;

-- Allows one sign-up per person and occasion that is not cancelled.
CREATE UNIQUE INDEX idx_education_part_results_occasion_user ON education_part_results (occasion_id, user_id)
WHERE occasion_id IS NOT NULL AND canceled = 0;

-- Serves a person's results.
CREATE INDEX idx_education_part_results_user ON education_part_results (user_id, education_part_id, changed_at);

-- Serves the results of a part.
CREATE INDEX idx_education_part_results_part ON education_part_results (education_part_id, user_id);

-- Serves the participant list of an occasion.
CREATE INDEX idx_education_part_results_occasion ON education_part_results (occasion_id);

-- Serves the participant list of an exam, and counts its seats.
CREATE INDEX idx_education_part_results_exam ON education_part_results (practical_driver_exam_id);

-- Serves the sign-ups that an adult accompanies.
CREATE INDEX idx_education_part_results_guardian ON education_part_results (guardian_user_id) WHERE guardian_user_id IS NOT NULL;

-- Allows one sign-up per person and exam that is not cancelled.
CREATE UNIQUE INDEX idx_education_part_results_exam_user ON education_part_results (practical_driver_exam_id, user_id)
WHERE practical_driver_exam_id IS NOT NULL AND canceled = 0;

-- Serves the sign-ups that a payment paid.
CREATE INDEX idx_education_part_results_payment ON education_part_results (payment_id) WHERE payment_id IS NOT NULL;

-- Counts what is to be invoiced by the date of sign-up, from the index alone.
CREATE INDEX idx_education_part_results_due ON education_part_results (signed_up_at, invoice_recipient_id, fee_at_sign_up_minor, canceled, payment_id)
WHERE canceled = 0 AND payment_id IS NULL AND invoice_recipient_id IS NOT NULL AND fee_at_sign_up_minor > 0;

-- Counts what is to be invoiced by the date of completion, from the index alone.
CREATE INDEX idx_education_part_results_due_completed ON education_part_results (completed_at, invoice_recipient_id, fee_at_sign_up_minor, completed, canceled, payment_id)
WHERE completed = 1 AND canceled = 0 AND payment_id IS NULL AND invoice_recipient_id IS NOT NULL AND fee_at_sign_up_minor > 0;

-- Serves the overview and reports: sign-ups of a period, from the index alone.
CREATE INDEX idx_education_part_results_signed_up ON education_part_results (signed_up_at, canceled, education_id, user_id, education_part_id)
WHERE canceled = 0;

-- Counts results of an occasion without attendance, from the index alone.
CREATE INDEX idx_education_part_results_unsettled ON education_part_results (occasion_id, user_id, canceled, completed, attended)
WHERE canceled = 0 AND completed = 0 AND attended IS NULL;

-- Counts sign-ups of an occasion that wait for approval, from the index alone.
CREATE INDEX idx_education_part_results_pending ON education_part_results (occasion_id, user_id, canceled, signed_up_at)
WHERE canceled = 0 AND signed_up_at IS NULL;

-- Counts late cancellations that are to be invoiced, from the index alone.
CREATE INDEX idx_education_part_results_due_canceled ON education_part_results (signed_up_at, invoice_recipient_id, fee_at_sign_up_minor, canceled_due, payment_id)
WHERE canceled_due = 1 AND payment_id IS NULL AND invoice_recipient_id IS NOT NULL AND fee_at_sign_up_minor > 0;

-- Sign-ups to educations and their results.
CREATE TABLE education_results (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  education_id integer NOT NULL REFERENCES educations(id),
  completed integer DEFAULT false NOT NULL,
  completed_at text,
  signed_up_at text,
  source integer DEFAULT 0 NOT NULL,
  registered_by_user_id integer REFERENCES users(id),
  valid_to_on text,
  verification_code text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Allows one open result per person and education.
CREATE UNIQUE INDEX idx_education_results_open ON education_results (user_id, education_id) WHERE completed = 0;

-- Writes the same completion once.
CREATE UNIQUE INDEX idx_education_results_completed ON education_results (user_id, education_id, completed_at) WHERE completed = 1;

-- Finds the result of a certificate by its code; each code is unique.
CREATE UNIQUE INDEX idx_education_results_verification_code ON education_results (verification_code);

-- Serves the participants of an education.
CREATE INDEX idx_education_results_education ON education_results (education_id, user_id);

-- Serves a person's educations.
CREATE INDEX idx_education_results_user ON education_results (user_id, education_id);

-- Serves the overview and reports: sign-ups of a period, from the index alone.
CREATE INDEX idx_education_results_signed_up ON education_results (signed_up_at, education_id, user_id);

-- Serves the overview and reports: completions of a period, from the index alone.
CREATE INDEX idx_education_results_completed_at ON education_results (completed_at, completed, education_id, user_id) WHERE completed = 1;

-- A completed result has a verification code, also when an import creates it.
CREATE TRIGGER education_results_code_insert AFTER INSERT ON education_results
WHEN new.completed = 1 AND new.verification_code IS NULL
BEGIN
  UPDATE education_results SET verification_code = (SELECT code FROM random_verification_code) WHERE id = new.id;
END;

-- A result that becomes completed gets a verification code.
CREATE TRIGGER education_results_code_update AFTER UPDATE OF completed ON education_results
WHEN new.completed = 1 AND new.verification_code IS NULL
BEGIN
  UPDATE education_results SET verification_code = (SELECT code FROM random_verification_code) WHERE id = new.id;
END;

-- An erased person gets no results.
CREATE TRIGGER education_results_not_of_erased BEFORE INSERT ON education_results
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;

-- A random code of twelve Crockford characters in groups of four.
CREATE VIEW random_verification_code AS
WITH RECURSIVE place(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < 12)
SELECT group_concat(
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (random() & 31) + 1, 1) || CASE WHEN n IN (4, 8) THEN '-' ELSE '' END, ''
) AS code FROM place;

-- Work that a learner has handed in for one sign-up; each uploaded version is a row of submission_files.
CREATE TABLE submissions (
  id integer PRIMARY KEY NOT NULL,
  education_part_result_id integer NOT NULL,
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  education_id integer REFERENCES educations(id),
  user_id integer NOT NULL REFERENCES users(id),
  status integer NOT NULL,
  status_changed_at text NOT NULL,
  status_changed_by_user_id integer REFERENCES users(id),
  assignee_id integer REFERENCES users(id),
  version integer NOT NULL,
  uploaded_at text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Allows one submission per sign-up: the first of two uploads at once creates it.
CREATE UNIQUE INDEX idx_submissions_result ON submissions (education_part_result_id);

-- Serves the submissions of a part by status.
CREATE INDEX idx_submissions_part ON submissions (education_part_id, status);

-- Serves a learner's submissions.
CREATE INDEX idx_submissions_user ON submissions (user_id, education_part_id);

-- Serves the review queue by status, oldest first.
CREATE INDEX idx_submissions_status ON submissions (status, uploaded_at);

-- Serves the submissions assigned to a reviewer.
CREATE INDEX idx_submissions_assignee ON submissions (assignee_id, status);

-- Uploaded versions of submissions.
CREATE TABLE submission_files (
  id integer PRIMARY KEY NOT NULL,
  submission_id integer NOT NULL REFERENCES submissions(id),
  version integer NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  key text NOT NULL,
  uploaded_at text NOT NULL
);

-- Allows one file per version of a submission.
CREATE UNIQUE INDEX idx_submission_files_version ON submission_files (submission_id, version);

-- Finds the row of a key in the file store; each is used once.
CREATE UNIQUE INDEX idx_submission_files_key ON submission_files (key);

-- A file that was handed in never changes.
CREATE TRIGGER submission_files_no_update BEFORE UPDATE ON submission_files
BEGIN
  SELECT raise(ABORT, 'submission_file_is_final');
END;

-- The conversation between a learner and educators about one sign-up.
CREATE TABLE comments (
  id integer PRIMARY KEY NOT NULL,
  education_part_result_id integer NOT NULL REFERENCES education_part_results(id),
  user_id integer NOT NULL REFERENCES users(id),
  text text NOT NULL,
  created_at text NOT NULL
);

-- Serves the comments of a sign-up in order.
CREATE INDEX idx_comments_result ON comments (education_part_result_id, id);

-- Invitations to an education for people whom the educator does not otherwise reach; accepting one signs the person up.
CREATE TABLE education_invitations (
  id integer PRIMARY KEY NOT NULL,
  education_id integer NOT NULL REFERENCES educations(id),
  user_id integer NOT NULL REFERENCES users(id),
  invited_by_user_id integer NOT NULL REFERENCES users(id),
  created_at text NOT NULL,
  expires_at text NOT NULL,
  answered_at text,
  withdrawn_at text,
  accepted integer CHECK (accepted IN (0, 1))
);

-- Allows one invitation per person and education until it has expired and is deleted, so nobody is asked twice.
CREATE UNIQUE INDEX idx_education_invitations_pair ON education_invitations (education_id, user_id);

-- Serves a person's invitations.
CREATE INDEX idx_education_invitations_user_id ON education_invitations (user_id, answered_at);

-- Counts an educator's unanswered invitations.
CREATE INDEX idx_education_invitations_invited_by_user_id ON education_invitations (invited_by_user_id, answered_at);

-- Serves the deletion of expired invitations.
CREATE INDEX idx_education_invitations_expires_at ON education_invitations (expires_at);

-- An educator has at most 100 unanswered invitations, because the invited people's names are shown.
CREATE TRIGGER education_invitations_few BEFORE INSERT ON education_invitations
WHEN (SELECT count(*) FROM education_invitations waiting WHERE waiting.invited_by_user_id = new.invited_by_user_id
  AND waiting.expires_at > new.created_at AND coalesce(waiting.accepted, 0) = 0) >= 100
BEGIN
  SELECT raise(ABORT, 'education_invitations_full');
END;

-- When an invitation is accepted and withdrawn at once, the first write decides.
CREATE TRIGGER education_invitations_answered_once BEFORE UPDATE OF answered_at ON education_invitations
WHEN old.answered_at IS NOT NULL OR old.withdrawn_at IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'education_invitation_answered');
END;

-- Reminders that were sent about an occasion or exam, once per person.
CREATE TABLE place_reminders (
  user_id integer NOT NULL REFERENCES users(id),
  kind text NOT NULL,
  place_id integer NOT NULL,
  sent_at text NOT NULL,
  PRIMARY KEY (user_id, kind, place_id)
);
