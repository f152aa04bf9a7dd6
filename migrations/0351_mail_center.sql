-- What a mail was about, whom it was for, and what makes it the same one: the same letter of the same event is written once.
ALTER TABLE outbox_mails ADD COLUMN user_id integer;
ALTER TABLE outbox_mails ADD COLUMN name text;
ALTER TABLE outbox_mails ADD COLUMN language text;
ALTER TABLE outbox_mails ADD COLUMN once_key text;
CREATE UNIQUE INDEX idx_outbox_mails_once_key ON outbox_mails (once_key);
CREATE INDEX idx_outbox_mails_user ON outbox_mails (user_id,created_at);
CREATE INDEX idx_outbox_mails_recipient ON outbox_mails (recipient,created_at);
CREATE INDEX idx_outbox_mails_name ON outbox_mails (name,created_at);

-- What somebody does not want mails about.
CREATE TABLE declined_mails (
  user_id integer NOT NULL,
  topic text NOT NULL,
  PRIMARY KEY(user_id, topic)
);

CREATE INDEX idx_notices_created_at ON notices (created_at,id);
