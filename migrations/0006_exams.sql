-- Practical driver exams and the protocols that examiners sign.

-- Practical driver exams. AUTOINCREMENT: the id of a deleted exam is not used again.
CREATE TABLE driver_exams (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  education_id integer NOT NULL REFERENCES educations(id),
  title text,
  description text,
  starts_at text NOT NULL,
  ends_at text NOT NULL,
  held_on text NOT NULL,
  last_sign_up_at text,
  city text NOT NULL,
  venue text,
  address text,
  examiner_id integer NOT NULL REFERENCES users(id),
  max_participants integer,
  fee_minor integer DEFAULT 0 NOT NULL,
  guardian_age integer DEFAULT 18 NOT NULL,
  blocked_for_external_users integer DEFAULT false NOT NULL,
  canceled_at text,
  created_at text NOT NULL,
  changed_at text NOT NULL,
  calendar_sequence integer DEFAULT 0 NOT NULL
);

-- Serves the exams of an education by date.
CREATE INDEX idx_driver_exams_education ON driver_exams (education_id, starts_at);

-- Serves the exams of a part by date.
CREATE INDEX idx_driver_exams_part ON driver_exams (education_part_id, starts_at);

-- Serves upcoming exams by date.
CREATE INDEX idx_driver_exams_starts_at ON driver_exams (starts_at, id);

-- Serves upcoming exams in a city.
CREATE INDEX idx_driver_exams_city ON driver_exams (city, starts_at);

-- Serves the exams of an examiner.
CREATE INDEX idx_driver_exams_examiner ON driver_exams (examiner_id, starts_at);

-- Finds the longest exam, so that ongoing ones are searched no further back than it lasts.
CREATE INDEX idx_driver_exams_length ON driver_exams (julianday(ends_at) - julianday(starts_at));

-- Counts and selects the exams of calendar days from the index alone.
CREATE INDEX idx_driver_exams_calendar ON driver_exams (starts_at) WHERE canceled_at IS NULL;

-- The maximum is never set below the number of sign-ups.
CREATE TRIGGER driver_exams_max_not_below_booked BEFORE UPDATE OF max_participants ON driver_exams
WHEN new.max_participants IS NOT NULL AND new.max_participants < (
  SELECT count(*) FROM education_part_results r WHERE r.practical_driver_exam_id = new.id AND r.canceled = 0)
BEGIN
  SELECT raise(ABORT, 'occasion_max_below_booked');
END;

-- An exam with a passed result or a protocol is not cancelled.
CREATE TRIGGER driver_exams_examined_stay BEFORE UPDATE OF canceled_at ON driver_exams
WHEN new.canceled_at IS NOT NULL AND old.canceled_at IS NULL
BEGIN
  SELECT raise(ABORT, 'exam_has_results') FROM education_part_results r
  WHERE r.practical_driver_exam_id = old.id
    AND (r.completed = 1 OR EXISTS (SELECT 1 FROM driver_exam_protocols p WHERE p.result_id = r.id));
END;

-- An exam with sign-ups is not deleted.
CREATE TRIGGER driver_exams_results_stay BEFORE DELETE ON driver_exams
BEGIN
  SELECT raise(ABORT, 'exam_has_results') FROM education_part_results r WHERE r.practical_driver_exam_id = old.id;
END;

-- A calendar accepts a change only with a higher sequence number than the one it has.
CREATE TRIGGER driver_exams_calendar_changed AFTER UPDATE OF
  starts_at, ends_at, title, city, venue, address, canceled_at ON driver_exams
WHEN old.starts_at IS NOT new.starts_at OR old.ends_at IS NOT new.ends_at OR old.title IS NOT new.title
  OR old.city IS NOT new.city OR old.venue IS NOT new.venue OR old.address IS NOT new.address
  OR old.canceled_at IS NOT new.canceled_at
BEGIN
  UPDATE driver_exams SET calendar_sequence = calendar_sequence + 1 WHERE id = new.id;
END;

-- A cancelled exam costs nobody anything, except those who attended.
CREATE TRIGGER driver_exams_canceled_free AFTER UPDATE OF canceled_at ON driver_exams
WHEN new.canceled_at IS NOT NULL
BEGIN
  UPDATE education_part_results SET canceled_due = 0
  WHERE practical_driver_exam_id = new.id AND canceled_due = 1 AND attended IS NOT 1;
END;

-- People who are responsible for an exam.
CREATE TABLE driver_exam_responsibles (
  driver_exam_id integer NOT NULL REFERENCES driver_exams(id),
  user_id integer NOT NULL REFERENCES users(id),
  PRIMARY KEY (driver_exam_id, user_id)
);

-- Serves the exams that a person is responsible for.
CREATE INDEX idx_driver_exam_responsibles_user ON driver_exam_responsibles (user_id);

-- The examiner's signed protocol of one result.
CREATE TABLE driver_exam_protocols (
  result_id integer PRIMARY KEY NOT NULL,
  items text NOT NULL,
  passed integer NOT NULL,
  note text,
  signature text NOT NULL,
  examiner_id integer NOT NULL REFERENCES users(id),
  signed_at text NOT NULL,
  changed_at text NOT NULL
);

-- Drivers and adults for whom a sign-up would lack the adult that the driver needs on the day of the exam.
CREATE VIEW driver_exam_guardians_missing AS
SELECT x.id AS driver_exam_id, d.id AS user_id, a.id AS guardian_user_id
FROM driver_exams x JOIN educations e ON e.id = x.education_id, users d, users a
WHERE (d.birth_on IS NULL OR
    substr(x.held_on, 1, 4) - substr(d.birth_on, 1, 4) - (substr(x.held_on, 6) < substr(d.birth_on, 6))
      < max(18, x.guardian_age, coalesce(e.guardian_required_under_age, 0)))
  AND (a.id = d.id OR a.birth_on IS NULL OR
    substr(x.held_on, 1, 4) - substr(a.birth_on, 1, 4) - (substr(x.held_on, 6) < substr(a.birth_on, 6)) < 18);
