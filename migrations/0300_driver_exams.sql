-- Practical driver examinations: the exams, what is examined, and the protocols that examiners sign.

-- An examination may be taken away; its id is never another's afterwards.
CREATE TABLE driver_exams (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  education_part_id integer NOT NULL,
  education_id integer NOT NULL,
  title text,
  description text,
  starts_at text NOT NULL,
  ends_at text NOT NULL,
  held_on text NOT NULL,
  last_sign_up_at text,
  city text NOT NULL,
  venue text,
  address text,
  examiner_id integer NOT NULL,
  max_participants integer,
  fee_minor integer DEFAULT 0 NOT NULL,
  guardian_age integer DEFAULT 18 NOT NULL,
  blocked_for_external_users integer DEFAULT false NOT NULL,
  canceled_at text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE INDEX idx_driver_exams_education ON driver_exams (education_id,starts_at);
CREATE INDEX idx_driver_exams_part ON driver_exams (education_part_id,starts_at);
CREATE INDEX idx_driver_exams_starts_at ON driver_exams (starts_at,id);
CREATE INDEX idx_driver_exams_city ON driver_exams (city,starts_at);
CREATE INDEX idx_driver_exams_examiner ON driver_exams (examiner_id,starts_at);

CREATE TABLE driver_exam_responsibles (
  driver_exam_id integer NOT NULL,
  user_id integer NOT NULL,
  PRIMARY KEY(driver_exam_id, user_id)
);

CREATE INDEX idx_driver_exam_responsibles_user ON driver_exam_responsibles (user_id);

CREATE TABLE driver_exam_protocols (
  result_id integer PRIMARY KEY NOT NULL,
  items text NOT NULL,
  passed integer NOT NULL,
  note text,
  signature text NOT NULL,
  examiner_id integer NOT NULL,
  signed_at text NOT NULL,
  changed_at text NOT NULL
);

ALTER TABLE education_parts ADD COLUMN exam_checklist text DEFAULT '[]' NOT NULL;

CREATE INDEX idx_education_part_results_exam ON education_part_results (practical_driver_exam_id);
CREATE INDEX idx_education_part_results_guardian ON education_part_results (guardian_user_id) WHERE guardian_user_id is not null;
CREATE UNIQUE INDEX idx_education_part_results_exam_user ON education_part_results (practical_driver_exam_id,user_id) WHERE practical_driver_exam_id is not null and canceled = 0;

-- Places.
CREATE TRIGGER results_take_exam_place_insert BEFORE INSERT ON education_part_results
WHEN new.practical_driver_exam_id IS NOT NULL AND new.canceled = 0
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM driver_exams WHERE id = new.practical_driver_exam_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM driver_exams x
  WHERE x.id = new.practical_driver_exam_id AND x.max_participants IS NOT NULL AND x.max_participants <= (
    SELECT count(*) FROM education_part_results r WHERE r.practical_driver_exam_id = x.id AND r.canceled = 0);
END;

CREATE TRIGGER results_take_exam_place_update BEFORE UPDATE OF canceled, practical_driver_exam_id ON education_part_results
WHEN new.practical_driver_exam_id IS NOT NULL AND new.canceled = 0
  AND (old.canceled = 1 OR old.practical_driver_exam_id IS NOT new.practical_driver_exam_id)
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM driver_exams WHERE id = new.practical_driver_exam_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM driver_exams x
  WHERE x.id = new.practical_driver_exam_id AND x.max_participants IS NOT NULL AND x.max_participants <= (
    SELECT count(*) FROM education_part_results r WHERE r.practical_driver_exam_id = x.id AND r.canceled = 0);
END;

CREATE TRIGGER driver_exams_max_not_below_booked BEFORE UPDATE OF max_participants ON driver_exams
WHEN new.max_participants IS NOT NULL AND new.max_participants < (
  SELECT count(*) FROM education_part_results r WHERE r.practical_driver_exam_id = new.id AND r.canceled = 0)
BEGIN
  SELECT raise(ABORT, 'occasion_max_below_booked');
END;

-- Whose sign-up would stand, or be passed, without the adult that the driver needs on the day of the exam.
CREATE VIEW driver_exam_guardians_missing AS
SELECT x.id AS driver_exam_id, d.id AS user_id, a.id AS guardian_user_id
FROM driver_exams x JOIN educations e ON e.id = x.education_id, users d, users a
WHERE (d.birth_on IS NULL OR
    substr(x.held_on, 1, 4) - substr(d.birth_on, 1, 4) - (substr(x.held_on, 6) < substr(d.birth_on, 6))
      < max(18, x.guardian_age, coalesce(e.guardian_required_under_age, 0)))
  AND (a.id = d.id OR a.birth_on IS NULL OR
    substr(x.held_on, 1, 4) - substr(a.birth_on, 1, 4) - (substr(x.held_on, 6) < substr(a.birth_on, 6)) < 18);

-- The driver stands for an absent guardian here: nobody is their own, so the driver's own id is always missing one.
CREATE TRIGGER results_exam_guardian_insert BEFORE INSERT ON education_part_results
WHEN new.practical_driver_exam_id IS NOT NULL AND new.canceled = 0 AND (new.completed = 1 OR new.signed_up_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'guardian_required') FROM driver_exam_guardians_missing
  WHERE driver_exam_id = new.practical_driver_exam_id AND user_id = new.user_id
    AND guardian_user_id = coalesce(new.guardian_user_id, new.user_id);
END;

CREATE TRIGGER results_exam_guardian_update
BEFORE UPDATE OF completed, signed_up_at, guardian_user_id, canceled, practical_driver_exam_id ON education_part_results
WHEN new.practical_driver_exam_id IS NOT NULL AND new.canceled = 0 AND (new.completed = 1 OR new.signed_up_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'guardian_required') FROM driver_exam_guardians_missing
  WHERE driver_exam_id = new.practical_driver_exam_id AND user_id = new.user_id
    AND guardian_user_id = coalesce(new.guardian_user_id, new.user_id);
END;

-- What has been examined is never called off with its exam, nor its exam taken away.
CREATE TRIGGER driver_exams_examined_stay BEFORE UPDATE OF canceled_at ON driver_exams
WHEN new.canceled_at IS NOT NULL AND old.canceled_at IS NULL
BEGIN
  SELECT raise(ABORT, 'exam_has_results') FROM education_part_results r
  WHERE r.practical_driver_exam_id = old.id
    AND (r.completed = 1 OR EXISTS (SELECT 1 FROM driver_exam_protocols p WHERE p.result_id = r.id));
END;

CREATE TRIGGER driver_exams_results_stay BEFORE DELETE ON driver_exams
BEGIN
  SELECT raise(ABORT, 'exam_has_results') FROM education_part_results r WHERE r.practical_driver_exam_id = old.id;
END;

-- A protocol goes with the result it is about.
CREATE TRIGGER results_protocol_delete AFTER DELETE ON education_part_results
WHEN old.practical_driver_exam_id IS NOT NULL
BEGIN
  DELETE FROM driver_exam_protocols WHERE result_id = old.id;
END;
