-- By what the people of a digital part are put in order: worked out of what they told, and due again when they tell more (decision 191).

CREATE TABLE course_standings (
  education_part_id integer NOT NULL,
  user_id integer NOT NULL,
  result_id integer NOT NULL,
  name_key text NOT NULL,
  last_at text NOT NULL DEFAULT '',
  score real NOT NULL DEFAULT -1,
  progress integer NOT NULL DEFAULT 0,
  due text DEFAULT '',
  PRIMARY KEY (education_part_id, user_id)
);
CREATE INDEX idx_course_standings_due ON course_standings (education_part_id, user_id) WHERE due IS NOT NULL;
CREATE INDEX idx_course_standings_signed_up ON course_standings (education_part_id, result_id);
CREATE INDEX idx_course_standings_name ON course_standings (education_part_id, name_key, user_id);
CREATE INDEX idx_course_standings_last_at ON course_standings (education_part_id, last_at, user_id);
CREATE INDEX idx_course_standings_score ON course_standings (education_part_id, score, user_id);
CREATE INDEX idx_course_standings_progress ON course_standings (education_part_id, progress, user_id);
CREATE INDEX idx_course_standings_user ON course_standings (user_id);

-- One place for whoever comes and goes: takes the person's latest live sign-up to a digital part, or leaves them out.
CREATE VIEW course_sign_ups AS SELECT user_id, education_part_id FROM education_part_results WHERE 0;
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

CREATE TRIGGER standings_signed_up AFTER INSERT ON education_part_results
WHEN EXISTS (SELECT 1 FROM education_parts p WHERE p.id = new.education_part_id AND p.type = 1)
BEGIN
  INSERT INTO course_sign_ups VALUES (new.user_id, new.education_part_id);
END;
CREATE TRIGGER standings_changed AFTER UPDATE OF user_id, education_part_id, completed, completed_at, canceled ON education_part_results
WHEN EXISTS (SELECT 1 FROM education_parts p WHERE p.id IN (old.education_part_id, new.education_part_id) AND p.type = 1)
BEGIN
  INSERT INTO course_sign_ups VALUES (new.user_id, new.education_part_id);
  INSERT INTO course_sign_ups SELECT old.user_id, old.education_part_id
    WHERE old.user_id <> new.user_id OR old.education_part_id <> new.education_part_id;
END;
CREATE TRIGGER standings_removed AFTER DELETE ON education_part_results
WHEN EXISTS (SELECT 1 FROM education_parts p WHERE p.id = old.education_part_id AND p.type = 1)
BEGIN
  INSERT INTO course_sign_ups VALUES (old.user_id, old.education_part_id);
END;
CREATE TRIGGER standings_begun AFTER UPDATE OF type ON education_parts WHEN new.type = 1 AND old.type <> 1
BEGIN
  INSERT INTO course_sign_ups SELECT DISTINCT user_id, education_part_id FROM education_part_results
    WHERE education_part_id = new.id AND canceled = 0;
END;
CREATE TRIGGER standings_named AFTER UPDATE OF first_name, last_name ON users
BEGIN
  UPDATE course_standings SET name_key = (SELECT name_key FROM users WHERE id = new.id) WHERE user_id = new.id;
END;

CREATE TRIGGER standings_told AFTER INSERT ON xapi_statements
WHEN new.user_id IS NOT NULL AND new.education_part_id IS NOT NULL
BEGIN
  UPDATE course_standings SET due = ''
  WHERE education_part_id = new.education_part_id AND user_id = new.user_id AND due IS NOT '';
END;
CREATE TRIGGER standings_taken_back AFTER UPDATE OF voided ON xapi_statements
WHEN new.user_id IS NOT NULL AND new.education_part_id IS NOT NULL
BEGIN
  UPDATE course_standings SET due = ''
  WHERE education_part_id = new.education_part_id AND user_id = new.user_id AND due IS NOT '';
END;
CREATE TRIGGER standings_forgotten AFTER DELETE ON xapi_statements
WHEN old.user_id IS NOT NULL AND old.education_part_id IS NOT NULL
BEGIN
  UPDATE course_standings SET due = ''
  WHERE education_part_id = old.education_part_id AND user_id = old.user_id AND due IS NOT '';
END;

INSERT INTO course_standings (education_part_id, user_id, result_id, name_key)
SELECT r.education_part_id, r.user_id, max(r.id), u.name_key
FROM education_part_results r JOIN education_parts p ON p.id = r.education_part_id AND p.type = 1 JOIN users u ON u.id = r.user_id
WHERE r.canceled = 0 GROUP BY r.education_part_id, r.user_id;
