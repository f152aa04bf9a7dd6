-- Mailings: texts that people write to a selection of people, and their recipients.

-- One mailing. States: scheduled, sending, sent, canceled. `audience` is how the recipients were selected, without ids of people.
CREATE TABLE mailings (
  id text PRIMARY KEY NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  audience text NOT NULL,
  state text NOT NULL,
  due_at text NOT NULL,
  finished_at text,
  created_by_user_id integer NOT NULL REFERENCES users(id),
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Serves the list of an author's mailings.
CREATE INDEX idx_mailings_created_by ON mailings (created_by_user_id, created_at);

-- Serves the list of all mailings and their removal.
CREATE INDEX idx_mailings_created_at ON mailings (created_at);

-- One person of a mailing, as its confirmation found them; nobody gets a mailing twice. States: waiting, written, skipped.
CREATE TABLE mailing_recipients (
  mailing_id text NOT NULL REFERENCES mailings(id),
  user_id integer NOT NULL REFERENCES users(id),
  state text DEFAULT 'waiting' NOT NULL,
  reason text,
  message_id text,
  created_at text NOT NULL,
  PRIMARY KEY (mailing_id, user_id)
);

-- Serves the next portion of a mailing, and its counts.
CREATE INDEX idx_mailing_recipients_state ON mailing_recipients (mailing_id, state, user_id);

-- Serves the removal of a person.
CREATE INDEX idx_mailing_recipients_user ON mailing_recipients (user_id);

-- Serves the removal of old recipients.
CREATE INDEX idx_mailing_recipients_created_at ON mailing_recipients (created_at);

-- The recipients of a removed mailing are removed with it, however many there are.
CREATE TRIGGER mailing_ends BEFORE DELETE ON mailings
BEGIN
  DELETE FROM mailing_recipients WHERE mailing_id = old.id;
END;
