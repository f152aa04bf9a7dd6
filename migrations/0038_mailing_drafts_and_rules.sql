-- Drafts of mailings, and rules by which the portal writes mails.

-- A mailing that is being written. `audience` is the selection as the composer has it, with ids of people where they are chosen.
CREATE TABLE mailing_drafts (
  id text PRIMARY KEY NOT NULL,
  audience text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  due_at text,
  created_by_user_id integer NOT NULL REFERENCES users(id),
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Serves the list of an author's drafts and the removal of a person.
CREATE INDEX idx_mailing_drafts_created_by ON mailing_drafts (created_by_user_id, changed_at);

-- Serves the list of all drafts and their removal.
CREATE INDEX idx_mailing_drafts_changed_at ON mailing_drafts (changed_at);

-- A text that the portal mails at a trigger. `days` is before or after the day of the trigger; `education_id` limits it to one education.
CREATE TABLE mailing_rules (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  trigger_kind text NOT NULL,
  days integer NOT NULL,
  audience text NOT NULL,
  education_id integer REFERENCES educations(id),
  subject text NOT NULL,
  body text NOT NULL,
  active integer DEFAULT 0 NOT NULL,
  active_since text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Serves the removal of an education.
CREATE INDEX idx_mailing_rules_education ON mailing_rules (education_id);

-- A mail of a rule to a person about one thing, such as `beforeStart 48`; the key lets it be written once.
CREATE TABLE mailing_rule_mails (
  rule_id integer NOT NULL REFERENCES mailing_rules(id),
  object_key text NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  message_id text,
  created_at text NOT NULL,
  PRIMARY KEY (rule_id, object_key, user_id)
);

-- Serves the removal of a person.
CREATE INDEX idx_mailing_rule_mails_user ON mailing_rule_mails (user_id);

-- Serves the removal of old rows.
CREATE INDEX idx_mailing_rule_mails_created_at ON mailing_rule_mails (created_at);

-- The mails of a removed rule are deleted with it, however many there are.
CREATE TRIGGER mailing_rule_ends BEFORE DELETE ON mailing_rules
BEGIN
  DELETE FROM mailing_rule_mails WHERE rule_id = old.id;
END;
