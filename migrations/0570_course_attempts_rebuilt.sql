-- Some portals were made before 0442 said that an attempt always has a registration, others after: both end up alike.
CREATE TABLE course_attempts_rebuilt (
  registration TEXT PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL,
  education_part_id INTEGER,
  educator_material_id INTEGER,
  -- The course's, as it was when the attempt was begun.
  activity_id TEXT NOT NULL,
  started_at TEXT NOT NULL
);
INSERT INTO course_attempts_rebuilt (registration, user_id, education_part_id, educator_material_id, activity_id, started_at)
SELECT registration, user_id, education_part_id, educator_material_id, activity_id, started_at FROM course_attempts
WHERE registration IS NOT NULL ORDER BY rowid;
DROP TABLE course_attempts;
ALTER TABLE course_attempts_rebuilt RENAME TO course_attempts;
CREATE INDEX idx_course_attempts_user ON course_attempts (user_id, education_part_id, educator_material_id);
