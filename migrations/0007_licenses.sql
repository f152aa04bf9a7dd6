-- Licences: requirements, holders, renewal and activities that are reported towards them.

-- Licences: requirements, rules of renewal and presentation.
CREATE TABLE licenses (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  code text,
  description text,
  education_category_id integer REFERENCES education_categories(id),
  active integer DEFAULT true NOT NULL,
  auto_issue integer DEFAULT true NOT NULL,
  min_age integer,
  requirement_groups text NOT NULL,
  rule text NOT NULL,
  position integer DEFAULT 0 NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Keeps codes unique regardless of case; SQLite's lower() does not know å, ä and ö.
CREATE UNIQUE INDEX idx_licenses_code ON licenses (lower(replace(replace(replace(code, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö')));

-- A licence that somebody holds or has held is deactivated, not deleted.
CREATE TRIGGER licenses_held BEFORE DELETE ON licenses
BEGIN
  SELECT raise(ABORT, 'license_held') WHERE EXISTS (SELECT 1 FROM user_licenses WHERE license_id = old.id);
END;

-- A licence that another licence requires is not deleted.
CREATE TRIGGER licenses_required BEFORE DELETE ON licenses
BEGIN
  SELECT raise(ABORT, 'license_required') FROM license_requirements
  WHERE purpose = 'first' AND kind = 1 AND reference_id = old.id AND license_id <> old.id;
END;

-- Goals, reportable activities and the reports of them go with a licence that nobody has held, because its id may be used again.
CREATE TRIGGER licenses_deleted AFTER DELETE ON licenses
BEGIN
  DELETE FROM license_goals WHERE license_id = old.id;
  DELETE FROM reported_activities
  WHERE outside_activity_id IN (SELECT id FROM outside_activities WHERE license_id = old.id);
  DELETE FROM outside_activities WHERE license_id = old.id;
END;

-- Requirements of a licence in groups, by purpose.
CREATE TABLE license_requirements (
  license_id integer NOT NULL REFERENCES licenses(id),
  purpose text NOT NULL,
  group_number integer NOT NULL,
  kind integer NOT NULL,
  reference_id integer NOT NULL,
  PRIMARY KEY (license_id, purpose, group_number, kind, reference_id)
);

-- Serves the licences that require an education, a licence or another requirement.
CREATE INDEX idx_license_requirements_reference ON license_requirements (kind, reference_id);

-- Nobody could earn licences that require each other in a circle.
CREATE TRIGGER license_requirements_no_circle AFTER INSERT ON license_requirements
WHEN new.purpose = 'first' AND new.kind = 1
BEGIN
  SELECT raise(ABORT, 'license_circle') FROM license_requires
  WHERE license_id = new.license_id AND required_id = new.license_id;
END;

-- Each licence with every licence that it requires directly or indirectly.
CREATE VIEW license_requires AS
WITH RECURSIVE BEFORE(license_id, required_id) AS (
  SELECT license_id, reference_id FROM license_requirements WHERE purpose = 'first' AND kind = 1
  UNION
  SELECT b.license_id, r.reference_id FROM BEFORE b
  JOIN license_requirements r ON r.license_id = b.required_id AND r.purpose = 'first' AND r.kind = 1
)
SELECT license_id, required_id FROM BEFORE;

-- Licence cycles that people hold or have held. Only the end of a cycle is written later.
CREATE TABLE user_licenses (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  license_id integer NOT NULL REFERENCES licenses(id),
  cycle_number integer NOT NULL,
  basis text NOT NULL,
  decided_on text NOT NULL,
  valid_from_on text NOT NULL,
  valid_to_on text,
  grace_to_on text,
  late_to_on text,
  dormant_to_on text,
  issued_at text NOT NULL,
  issued_by_user_id integer REFERENCES users(id),
  note text,
  stage text NOT NULL,
  next_change_on text,
  succeeded_on text,
  revoked_on text,
  revoked_by_user_id integer REFERENCES users(id),
  revoked_reason text
);

-- Allows one row per person, licence and cycle; serves a person's licences.
CREATE UNIQUE INDEX idx_user_licenses_cycle ON user_licenses (user_id, license_id, cycle_number);

-- Serves the holders of a licence by stage and expiry.
CREATE INDEX idx_user_licenses_license ON user_licenses (license_id, stage, valid_to_on);

-- Serves the daily job: cycles whose stage changes.
CREATE INDEX idx_user_licenses_next_change_on ON user_licenses (next_change_on);

-- Serves licences that expire in a period.
CREATE INDEX idx_user_licenses_valid_to_on ON user_licenses (valid_to_on);

-- The history of licences is never deleted.
CREATE TRIGGER user_licenses_no_delete BEFORE DELETE ON user_licenses
BEGIN
  SELECT raise(ABORT, 'license_history_fixed');
END;

-- An erased person gets no licences.
CREATE TRIGGER user_licenses_not_of_erased BEFORE INSERT ON user_licenses
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;

-- A cycle never changes, except that it ends once and loses its notes when the person is erased.
CREATE TRIGGER user_licenses_fixed BEFORE UPDATE ON user_licenses
WHEN new.user_id IS NOT old.user_id OR new.license_id IS NOT old.license_id OR new.cycle_number IS NOT old.cycle_number
  OR new.basis IS NOT old.basis OR new.decided_on IS NOT old.decided_on OR new.valid_from_on IS NOT old.valid_from_on
  OR new.valid_to_on IS NOT old.valid_to_on OR new.grace_to_on IS NOT old.grace_to_on OR new.late_to_on IS NOT old.late_to_on
  OR new.dormant_to_on IS NOT old.dormant_to_on OR new.issued_at IS NOT old.issued_at
  OR new.issued_by_user_id IS NOT old.issued_by_user_id
  OR (old.succeeded_on IS NOT NULL AND new.succeeded_on IS NOT old.succeeded_on)
  OR (old.revoked_on IS NOT NULL AND new.revoked_on IS NOT old.revoked_on)
  OR ((new.note IS NOT old.note OR (old.revoked_on IS NOT NULL AND new.revoked_reason IS NOT old.revoked_reason))
    AND NOT (new.note IS NULL AND new.revoked_reason IS NULL
      AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id AND erased_at IS NOT NULL)))
BEGIN
  SELECT raise(ABORT, 'license_history_fixed');
END;

-- Reminders that were sent before a licence expires, once per number of days.
CREATE TABLE license_reminders (
  user_license_id integer NOT NULL REFERENCES user_licenses(id),
  days_before integer NOT NULL,
  sent_at text NOT NULL,
  PRIMARY KEY (user_license_id, days_before)
);

-- Licences that a person aims for.
CREATE TABLE license_goals (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  license_id integer NOT NULL REFERENCES licenses(id),
  created_at text NOT NULL
);

-- Allows one goal per person and licence.
CREATE UNIQUE INDEX idx_license_goals_pair ON license_goals (user_id, license_id);

-- Activities outside the portal that may be reported towards a licence.
CREATE TABLE outside_activities (
  id integer PRIMARY KEY NOT NULL,
  license_id integer NOT NULL REFERENCES licenses(id),
  category integer NOT NULL,
  name text NOT NULL,
  most_hundredths integer NOT NULL,
  active integer DEFAULT true NOT NULL,
  changed_at text NOT NULL
);

-- Serves the activities of a licence.
CREATE INDEX idx_outside_activities_license_id ON outside_activities (license_id);

-- Activities that people have reported, and the decision about each.
CREATE TABLE reported_activities (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  outside_activity_id integer NOT NULL REFERENCES outside_activities(id),
  done_on text NOT NULL,
  amount_hundredths integer NOT NULL,
  note text,
  state integer DEFAULT 0 NOT NULL,
  decided_by_user_id integer REFERENCES users(id),
  decided_at text,
  reason text,
  created_at text NOT NULL
);

-- Reports the same activity once a day, unless it was refused.
CREATE UNIQUE INDEX idx_reported_activities_once ON reported_activities (user_id, outside_activity_id, done_on) WHERE state <> 2;

-- Serves the reports that wait for a decision, oldest first.
CREATE INDEX idx_reported_activities_state ON reported_activities (state, created_at);

-- Requirements of licences that are no education, such as a document.
CREATE TABLE other_requirements (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  description text,
  validity_months integer,
  document_required integer DEFAULT false NOT NULL,
  active integer DEFAULT true NOT NULL,
  changed_at text NOT NULL
);

-- People who have fulfilled another requirement, and until when.
CREATE TABLE other_requirement_results (
  id integer PRIMARY KEY NOT NULL,
  other_requirement_id integer NOT NULL REFERENCES other_requirements(id),
  user_id integer NOT NULL REFERENCES users(id),
  completed integer DEFAULT true NOT NULL,
  completed_on text NOT NULL,
  valid_to_on text,
  note text,
  registered_by_user_id integer REFERENCES users(id),
  created_at text NOT NULL
);

-- Registers the same fulfilment once a day; serves a person's fulfilments.
CREATE UNIQUE INDEX idx_other_requirement_results_once ON other_requirement_results (user_id, other_requirement_id, completed_on);
