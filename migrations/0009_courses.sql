-- Courses: launches, attempts, the xAPI record store and standings.

-- A person's attempts at a course; statements and documents of an attempt carry its registration.
CREATE TABLE course_attempts (
  registration text PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  education_part_id integer REFERENCES education_parts(id),
  educator_material_id integer REFERENCES educator_materials(id),
  -- The course's, as it was when the attempt was begun.
  activity_id text NOT NULL,
  started_at text NOT NULL
);

-- Finds a person's attempts at a part or material.
CREATE INDEX idx_course_attempts_user ON course_attempts (user_id, education_part_id, educator_material_id);

-- Launches of courses: the token that the course uses, and the session of cmi5 as JSON.
CREATE TABLE launches (
  id integer PRIMARY KEY NOT NULL,
  token_hash text NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  education_part_id integer REFERENCES education_parts(id),
  educator_material_id integer REFERENCES educator_materials(id),
  package_id integer NOT NULL REFERENCES content_packages(id),
  activity_id text NOT NULL,
  registration text NOT NULL,
  session_id integer,
  created_at text NOT NULL,
  expires_at text NOT NULL,
  unit_position integer,
  session text,
  fetch_hash text,
  fetched_at text,
  terminated_at text,
  abandoned_at text
);

-- Finds the launch of a course's request.
CREATE UNIQUE INDEX idx_launches_token_hash ON launches (token_hash);

-- Serves a person's launches.
CREATE INDEX idx_launches_user ON launches (user_id);

-- Serves the deletion of expired launches.
CREATE INDEX idx_launches_expires_at ON launches (expires_at);

-- Finds launches by the activity of their course.
CREATE INDEX idx_launches_activity_id ON launches (activity_id);

-- Finds the launch by the key of its fetch URL; each is used once.
CREATE UNIQUE INDEX idx_launches_fetch ON launches (fetch_hash) WHERE fetch_hash IS NOT NULL;

-- Serves the launches of an attempt.
CREATE INDEX idx_launches_registration ON launches (registration);

-- xAPI statements in the order in which they were stored.
CREATE TABLE xapi_statements (
  sequence integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  id text NOT NULL,
  user_id integer REFERENCES users(id),
  education_part_id integer REFERENCES education_parts(id),
  educator_material_id integer REFERENCES educator_materials(id),
  registration text,
  activity_id text,
  verb text NOT NULL,
  voided integer DEFAULT false NOT NULL,
  statement text NOT NULL,
  stored_at text NOT NULL,
  target_id text,
  integration_account_id integer,
  session text,
  is_cmi5_defined integer NOT NULL DEFAULT 0
);

-- Finds a statement by its id; each id is unique.
CREATE UNIQUE INDEX idx_xapi_statements_id ON xapi_statements (id);

-- Serves a person's statements about a part.
CREATE INDEX idx_xapi_statements_user ON xapi_statements (user_id, education_part_id, sequence);

-- Serves statements about an activity.
CREATE INDEX idx_xapi_statements_activity ON xapi_statements (activity_id, sequence);

-- Finds the statements that refer to a statement.
CREATE INDEX idx_xapi_statements_target ON xapi_statements (target_id) WHERE target_id IS NOT NULL;

-- Serves statements with a verb.
CREATE INDEX idx_xapi_statements_verb ON xapi_statements (verb, sequence);

-- Serves the statements of an attempt.
CREATE INDEX idx_xapi_statements_registration ON xapi_statements (registration, sequence);

-- Serves statements by the time they were stored, and their deletion.
CREATE INDEX idx_xapi_statements_stored_at ON xapi_statements (stored_at);

-- Stores each statement that cmi5 defines once per session.
CREATE UNIQUE INDEX idx_xapi_statements_session ON xapi_statements (session, verb)
WHERE is_cmi5_defined = 1 AND verb <> 'https://w3id.org/xapi/adl/verbs/satisfied';

-- Stores completed, passed and satisfied once per attempt and activity, as cmi5 requires.
CREATE UNIQUE INDEX idx_xapi_statements_cmi5_once ON xapi_statements (registration, activity_id, verb)
WHERE is_cmi5_defined = 1 AND voided = 0 AND verb IN ('http://adlnet.gov/expapi/verbs/completed', 'http://adlnet.gov/expapi/verbs/passed', 'https://w3id.org/xapi/adl/verbs/satisfied');

-- An erased person gets no statements.
CREATE TRIGGER xapi_statements_not_of_erased BEFORE INSERT ON xapi_statements
WHEN new.user_id IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;

-- Agents and activities that a statement mentions, directly or in a related place, to find it by.
CREATE TABLE xapi_references (
  kind text NOT NULL,
  key text NOT NULL,
  is_related integer NOT NULL,
  sequence integer NOT NULL,
  PRIMARY KEY (kind, key, is_related, sequence)
) WITHOUT ROWID;

-- Finds the references of a statement, to delete them with it.
CREATE INDEX idx_xapi_references_sequence ON xapi_references (sequence);

-- Files that came with statements, each an object in the file store.
CREATE TABLE xapi_attachments (
  statement_id text NOT NULL,
  sha2 text NOT NULL,
  content_type text NOT NULL,
  file_key text NOT NULL,
  size integer NOT NULL DEFAULT 0,
  user_id integer REFERENCES users(id),
  PRIMARY KEY (statement_id, sha2)
) WITHOUT ROWID;

-- Sums up a person's attachments, for the quota.
CREATE INDEX idx_xapi_attachments_user ON xapi_attachments (user_id, size);

-- Documents of the xAPI state, agent profile and activity profile resources.
CREATE TABLE xapi_documents (
  kind text NOT NULL,
  activity_id text DEFAULT '' NOT NULL,
  agent text DEFAULT '' NOT NULL,
  registration text DEFAULT '' NOT NULL,
  document_id text NOT NULL,
  content_type text NOT NULL,
  etag text NOT NULL,
  body text,
  file_key text,
  changed_at text NOT NULL,
  size integer NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, activity_id, agent, registration, document_id)
);

-- Serves the documents of an agent, and sums up their size for the quota.
CREATE INDEX idx_xapi_documents_agent ON xapi_documents (agent, registration, size);

-- Progress of the people of a digital part, computed from their statements, to sort them by; a row that is due is computed again.
CREATE TABLE course_standings (
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  user_id integer NOT NULL REFERENCES users(id),
  result_id integer NOT NULL,
  name_key text NOT NULL,
  last_at text NOT NULL DEFAULT '',
  score real NOT NULL DEFAULT -1,
  progress integer NOT NULL DEFAULT 0,
  due text DEFAULT '',
  PRIMARY KEY (education_part_id, user_id)
);

-- Serves the standings of a part that are due.
CREATE INDEX idx_course_standings_due ON course_standings (education_part_id, user_id) WHERE due IS NOT NULL;

-- Sorts the people of a part by sign-up.
CREATE INDEX idx_course_standings_signed_up ON course_standings (education_part_id, result_id);

-- Sorts the people of a part by name.
CREATE INDEX idx_course_standings_name ON course_standings (education_part_id, name_key, user_id);

-- Sorts the people of a part by last activity.
CREATE INDEX idx_course_standings_last_at ON course_standings (education_part_id, last_at, user_id);

-- Sorts the people of a part by score.
CREATE INDEX idx_course_standings_score ON course_standings (education_part_id, score, user_id);

-- Sorts the people of a part by progress.
CREATE INDEX idx_course_standings_progress ON course_standings (education_part_id, progress, user_id);

-- Finds a person's standings when the name changes.
CREATE INDEX idx_course_standings_user ON course_standings (user_id);

-- Holds no rows: inserting a person and part updates the person's standing in that part.
CREATE VIEW course_sign_ups AS SELECT user_id, education_part_id FROM education_part_results WHERE 0;

-- Takes the person's latest sign-up to a digital part that is not cancelled into the standings, or removes the standing.
CREATE TRIGGER stand_anew INSTEAD OF INSERT ON course_sign_ups
BEGIN
  INSERT INTO course_standings (education_part_id, user_id, result_id, name_key)
  SELECT new.education_part_id, new.user_id, max(r.id), u.name_key
  FROM education_part_results r JOIN users u ON u.id = r.user_id
  WHERE r.user_id = new.user_id AND r.education_part_id = new.education_part_id AND r.canceled = 0
    AND EXISTS (SELECT 1 FROM education_parts p WHERE p.id = new.education_part_id AND p.type = 1)
  GROUP BY r.user_id
  ON CONFLICT (education_part_id, user_id) DO UPDATE SET result_id = excluded.result_id, due = '';
  DELETE FROM course_standings WHERE education_part_id = new.education_part_id AND user_id = new.user_id
    AND NOT EXISTS (SELECT 1 FROM education_part_results r
      WHERE r.user_id = new.user_id AND r.education_part_id = new.education_part_id AND r.canceled = 0);
END;

-- A part that becomes digital gets the standings of everyone who is signed up.
CREATE TRIGGER standings_begun AFTER UPDATE OF type ON education_parts WHEN new.type = 1 AND old.type <> 1
BEGIN
  INSERT INTO course_sign_ups SELECT DISTINCT user_id, education_part_id FROM education_part_results
    WHERE education_part_id = new.id AND canceled = 0;
END;

-- Standings are sorted by name, so they follow a changed name.
CREATE TRIGGER standings_named AFTER UPDATE OF first_name, last_name ON users
BEGIN
  UPDATE course_standings SET name_key = (SELECT name_key FROM users WHERE id = new.id) WHERE user_id = new.id;
END;

-- A new statement makes the person's standing due to be computed again.
CREATE TRIGGER standings_told AFTER INSERT ON xapi_statements
WHEN new.user_id IS NOT NULL AND new.education_part_id IS NOT NULL
BEGIN
  UPDATE course_standings SET due = ''
  WHERE education_part_id = new.education_part_id AND user_id = new.user_id AND due IS NOT '';
END;

-- A voided statement makes the standing due.
CREATE TRIGGER standings_taken_back AFTER UPDATE OF voided ON xapi_statements
WHEN new.user_id IS NOT NULL AND new.education_part_id IS NOT NULL
BEGIN
  UPDATE course_standings SET due = ''
  WHERE education_part_id = new.education_part_id AND user_id = new.user_id AND due IS NOT '';
END;

-- A deleted statement makes the standing due.
CREATE TRIGGER standings_forgotten AFTER DELETE ON xapi_statements
WHEN old.user_id IS NOT NULL AND old.education_part_id IS NOT NULL
BEGIN
  UPDATE course_standings SET due = ''
  WHERE education_part_id = old.education_part_id AND user_id = old.user_id AND due IS NOT '';
END;
