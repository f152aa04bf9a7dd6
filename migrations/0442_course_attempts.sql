-- Somebody's way through a course: all that is told and kept of it bears its registration. Starting again is a new one.
CREATE TABLE course_attempts (
  registration TEXT PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL,
  education_part_id INTEGER,
  educator_material_id INTEGER,
  -- The course's, as it was when the attempt was begun.
  activity_id TEXT NOT NULL,
  started_at TEXT NOT NULL
);
CREATE INDEX idx_course_attempts_user ON course_attempts (user_id, education_part_id, educator_material_id);

INSERT OR IGNORE INTO course_attempts (registration, user_id, education_part_id, educator_material_id, activity_id, started_at)
SELECT registration, user_id, education_part_id, educator_material_id, activity_id, created_at FROM launches ORDER BY id;

-- The session of cmi5 that a launch is, as JSON; its token is handed out once, by the address whose key this is.
ALTER TABLE launches ADD COLUMN session TEXT;
ALTER TABLE launches ADD COLUMN fetch_hash TEXT;
ALTER TABLE launches ADD COLUMN fetched_at TEXT;
ALTER TABLE launches ADD COLUMN terminated_at TEXT;
ALTER TABLE launches ADD COLUMN abandoned_at TEXT;
CREATE UNIQUE INDEX idx_launches_fetch ON launches (fetch_hash) WHERE fetch_hash IS NOT NULL;
CREATE INDEX idx_launches_registration ON launches (registration);

-- Which session of cmi5 a statement was told in, and whether it is one of those that cmi5 defines.
ALTER TABLE xapi_statements ADD COLUMN session TEXT;
ALTER TABLE xapi_statements ADD COLUMN is_cmi5_defined INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX idx_xapi_statements_session ON xapi_statements (session, verb)
WHERE is_cmi5_defined = 1 AND verb <> 'https://w3id.org/xapi/adl/verbs/satisfied';
CREATE UNIQUE INDEX idx_xapi_statements_cmi5_once ON xapi_statements (registration, activity_id, verb)
WHERE is_cmi5_defined = 1 AND voided = 0 AND verb IN (
  'http://adlnet.gov/expapi/verbs/completed', 'http://adlnet.gov/expapi/verbs/passed', 'https://w3id.org/xapi/adl/verbs/satisfied'
);

-- What completes a digital part: as the course says (course), completed, passed, either, both; the score is in per cent.
ALTER TABLE education_parts ADD COLUMN completion_rule TEXT NOT NULL DEFAULT 'course';
ALTER TABLE education_parts ADD COLUMN minimum_score INTEGER;
ALTER TABLE education_parts ADD COLUMN starts_again INTEGER NOT NULL DEFAULT 0;
-- Without a pass being required either of the two was enough, which is what an xAPI course says by itself.
UPDATE education_parts SET completion_rule = 'passed' WHERE pass_required = 1;
ALTER TABLE education_parts DROP COLUMN pass_required;
