-- Erased and de-identified people, and the register of requests to be erased.

ALTER TABLE users ADD COLUMN erased_at text;
CREATE INDEX idx_users_erased_at ON users (erased_at) WHERE erased_at IS NOT NULL;

-- Names the person by number alone, which names nobody after the erasure. States: open 0, confirmed 1, done 2, withdrawn 3, refused 4.
CREATE TABLE erasure_requests (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  requested_by_user_id integer NOT NULL,
  requested_as text NOT NULL CHECK (requested_as IN ('self', 'guardian', 'office')),
  state integer DEFAULT 0 NOT NULL,
  created_at text NOT NULL,
  due_on text NOT NULL,
  decided_by_user_id integer,
  decided_at text,
  done_at text,
  reason text,
  receipt text
);
CREATE UNIQUE INDEX idx_erasure_requests_live ON erasure_requests (user_id) WHERE state IN (0, 1);
CREATE INDEX idx_erasure_requests_state ON erasure_requests (state, due_on, id);
CREATE INDEX idx_erasure_requests_user ON erasure_requests (user_id, id);

-- A request is decided once: open becomes anything, confirmed becomes done.
CREATE TRIGGER erasure_requests_move BEFORE UPDATE OF state ON erasure_requests
WHEN NOT ((old.state = 0 AND new.state <> 0) OR (old.state = 1 AND new.state = 2))
BEGIN
  SELECT raise(ABORT, 'erasure_moved');
END;

-- Nothing brings an erased person back: neither an edit, a sync nor an import.
CREATE TRIGGER users_erased_stay BEFORE UPDATE ON users WHEN old.erased_at IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;
CREATE TRIGGER sessions_not_of_erased BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;
CREATE TRIGGER user_roles_not_of_erased BEFORE INSERT ON user_roles
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;
CREATE TRIGGER user_organizations_not_of_erased BEFORE INSERT ON user_organizations
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;
CREATE TRIGGER results_not_of_erased BEFORE INSERT ON education_part_results
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;
CREATE TRIGGER education_results_not_of_erased BEFORE INSERT ON education_results
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;
CREATE TRIGGER user_licenses_not_of_erased BEFORE INSERT ON user_licenses
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;
CREATE TRIGGER guardian_links_not_of_erased BEFORE INSERT ON guardian_links
WHEN EXISTS (SELECT 1 FROM users WHERE id IN (new.adult_user_id, new.child_user_id) AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;
CREATE TRIGGER xapi_statements_not_of_erased BEFORE INSERT ON xapi_statements
WHEN new.user_id IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;

-- The search index overwrites what it deletes, so that no name stays in its pages.
INSERT INTO users_words (users_words, rank) VALUES ('secure-delete', 1);
INSERT INTO users_trigrams (users_trigrams, rank) VALUES ('secure-delete', 1);
