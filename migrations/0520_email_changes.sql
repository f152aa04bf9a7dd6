-- A new e-mail address counts once somebody who reads it has confirmed it. An empty `email` is an address taken away.
CREATE TABLE email_changes (
  id text PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  email text,
  previous_email text,
  requested_by_user_id integer NOT NULL,
  token_hash text,
  created_at text NOT NULL,
  expires_at text NOT NULL,
  confirmed_at text,
  withdrawn_at text,
  objected_at text,
  rest_lifted_at text
);

CREATE UNIQUE INDEX idx_email_changes_token_hash ON email_changes (token_hash);
CREATE INDEX idx_email_changes_user_id ON email_changes (user_id, confirmed_at);
CREATE UNIQUE INDEX idx_email_changes_pending ON email_changes (user_id) WHERE confirmed_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX idx_email_changes_created_at ON email_changes (created_at);

-- Of two who confirm and withdraw at once, the first decides.
CREATE TRIGGER email_changes_settle_once BEFORE UPDATE OF confirmed_at, withdrawn_at ON email_changes
WHEN old.confirmed_at IS NOT NULL OR old.withdrawn_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'email_link_invalid');
END;

-- Whatever writes the column: an address that nobody has confirmed never becomes somebody's.
CREATE TRIGGER users_email_confirmed BEFORE UPDATE OF email ON users
WHEN new.email IS NOT NULL AND new.email IS NOT old.email AND NOT EXISTS (
  SELECT 1 FROM email_changes c WHERE c.user_id = new.id AND (
    (c.email = new.email AND c.confirmed_at IS NOT NULL AND c.objected_at IS NULL)
    OR (c.previous_email = new.email AND c.objected_at IS NOT NULL)))
BEGIN
  SELECT RAISE(ABORT, 'email_unconfirmed');
END;
