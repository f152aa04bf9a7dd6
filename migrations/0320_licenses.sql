-- Licences: what they ask, who holds them, and how they are renewed. Of a cycle only its end by another or by the office is written later.
CREATE TABLE licenses (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  code text,
  description text,
  education_category_id integer,
  active integer DEFAULT true NOT NULL,
  auto_issue integer DEFAULT true NOT NULL,
  min_age integer,
  requirement_groups text NOT NULL,
  rule text NOT NULL,
  position integer DEFAULT 0 NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);
CREATE UNIQUE INDEX idx_licenses_code ON licenses (code);

CREATE TABLE license_requirements (
  license_id integer NOT NULL,
  purpose text NOT NULL,
  group_number integer NOT NULL,
  kind integer NOT NULL,
  reference_id integer NOT NULL,
  PRIMARY KEY(license_id, purpose, group_number, kind, reference_id)
);
CREATE INDEX idx_license_requirements_reference ON license_requirements (kind,reference_id);

CREATE TABLE user_licenses (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  license_id integer NOT NULL,
  cycle_number integer NOT NULL,
  basis text NOT NULL,
  decided_on text NOT NULL,
  valid_from_on text NOT NULL,
  valid_to_on text,
  grace_to_on text,
  late_to_on text,
  dormant_to_on text,
  issued_at text NOT NULL,
  issued_by_user_id integer,
  note text,
  stage text NOT NULL,
  next_change_on text,
  succeeded_on text,
  revoked_on text,
  revoked_by_user_id integer,
  revoked_reason text
);
CREATE UNIQUE INDEX idx_user_licenses_cycle ON user_licenses (user_id,license_id,cycle_number);
CREATE INDEX idx_user_licenses_license ON user_licenses (license_id,stage,valid_to_on);
CREATE INDEX idx_user_licenses_next_change_on ON user_licenses (next_change_on);
CREATE INDEX idx_user_licenses_valid_to_on ON user_licenses (valid_to_on);

CREATE TRIGGER user_licenses_no_delete BEFORE DELETE ON user_licenses
BEGIN
  SELECT raise(ABORT, 'license_history_fixed');
END;

CREATE TRIGGER user_licenses_fixed BEFORE UPDATE ON user_licenses
WHEN new.user_id IS NOT old.user_id OR new.license_id IS NOT old.license_id OR new.cycle_number IS NOT old.cycle_number
  OR new.basis IS NOT old.basis OR new.decided_on IS NOT old.decided_on OR new.valid_from_on IS NOT old.valid_from_on
  OR new.valid_to_on IS NOT old.valid_to_on OR new.grace_to_on IS NOT old.grace_to_on OR new.late_to_on IS NOT old.late_to_on
  OR new.dormant_to_on IS NOT old.dormant_to_on OR new.issued_at IS NOT old.issued_at OR new.note IS NOT old.note
  OR new.issued_by_user_id IS NOT old.issued_by_user_id
  OR (old.succeeded_on IS NOT NULL AND new.succeeded_on IS NOT old.succeeded_on)
  OR (old.revoked_on IS NOT NULL AND (new.revoked_on IS NOT old.revoked_on OR new.revoked_reason IS NOT old.revoked_reason))
BEGIN
  SELECT raise(ABORT, 'license_history_fixed');
END;

-- A definition that somebody holds or has held is put away, not deleted.
CREATE TRIGGER licenses_held BEFORE DELETE ON licenses
BEGIN
  SELECT raise(ABORT, 'license_held') WHERE EXISTS (SELECT 1 FROM user_licenses WHERE license_id = old.id);
END;

CREATE TABLE license_reminders (
  user_license_id integer NOT NULL,
  days_before integer NOT NULL,
  sent_at text NOT NULL,
  PRIMARY KEY(user_license_id, days_before)
);

CREATE TABLE license_goals (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  license_id integer NOT NULL,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX idx_license_goals_pair ON license_goals (user_id,license_id);

CREATE TABLE outside_activities (
  id integer PRIMARY KEY NOT NULL,
  license_id integer NOT NULL,
  category integer NOT NULL,
  name text NOT NULL,
  most_hundredths integer NOT NULL,
  active integer DEFAULT true NOT NULL,
  changed_at text NOT NULL
);
CREATE INDEX idx_outside_activities_license_id ON outside_activities (license_id);

CREATE TABLE reported_activities (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  outside_activity_id integer NOT NULL,
  done_on text NOT NULL,
  amount_hundredths integer NOT NULL,
  note text,
  state integer DEFAULT 0 NOT NULL,
  decided_by_user_id integer,
  decided_at text,
  reason text,
  created_at text NOT NULL
);
-- The same thing is reported once a day, unless it was refused.
CREATE UNIQUE INDEX idx_reported_activities_once ON reported_activities (user_id,outside_activity_id,done_on) WHERE state <> 2;
CREATE INDEX idx_reported_activities_state ON reported_activities (state,created_at);

CREATE TABLE other_requirements (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  description text,
  validity_months integer,
  document_required integer DEFAULT false NOT NULL,
  active integer DEFAULT true NOT NULL,
  changed_at text NOT NULL
);

CREATE TABLE other_requirement_results (
  id integer PRIMARY KEY NOT NULL,
  other_requirement_id integer NOT NULL,
  user_id integer NOT NULL,
  completed integer DEFAULT true NOT NULL,
  completed_on text NOT NULL,
  valid_to_on text,
  note text,
  registered_by_user_id integer,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX idx_other_requirement_results_once ON other_requirement_results (user_id,other_requirement_id,completed_on);
