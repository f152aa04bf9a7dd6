-- How an adult is related to a child; empty on links from before it was asked for.
ALTER TABLE guardian_links ADD COLUMN relation text CHECK (relation IN ('parent', 'legalGuardian', 'otherAdult'));
ALTER TABLE guardian_links ADD COLUMN child_agreed_at text;
ALTER TABLE guardian_links ADD COLUMN confirmed_by_user_id integer;

-- What an adult has asked for, whether or not there is such a child: it is answered, counted and listed alike.
CREATE TABLE guardian_requests (
  id integer PRIMARY KEY NOT NULL,
  adult_user_id integer NOT NULL,
  child_user_id integer NOT NULL,
  relation text NOT NULL CHECK (relation IN ('parent', 'legalGuardian', 'otherAdult')),
  created_at text NOT NULL,
  expires_at text NOT NULL,
  withdrawn_at text,
  declined_at text
);

CREATE UNIQUE INDEX idx_guardian_requests_pair ON guardian_requests (adult_user_id, child_user_id);
CREATE INDEX idx_guardian_requests_expires_at ON guardian_requests (expires_at);

INSERT INTO guardian_requests (adult_user_id, child_user_id, relation, created_at, expires_at)
SELECT adult_user_id, child_user_id, 'otherAdult', created_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+30 days')
FROM guardian_links WHERE confirmed_at IS NULL AND created_by_user_id = adult_user_id;

CREATE TRIGGER guardian_requests_few BEFORE INSERT ON guardian_requests
WHEN (SELECT count(*) FROM guardian_requests r WHERE r.adult_user_id = new.adult_user_id
  AND r.withdrawn_at IS NULL AND r.expires_at > new.created_at) >= 3
BEGIN
  SELECT RAISE(ABORT, 'guardian_requests_full');
END;

CREATE TRIGGER guardian_requests_reopened_few BEFORE UPDATE OF withdrawn_at ON guardian_requests
WHEN old.withdrawn_at IS NOT NULL AND new.withdrawn_at IS NULL
  AND (SELECT count(*) FROM guardian_requests r WHERE r.adult_user_id = new.adult_user_id
    AND r.withdrawn_at IS NULL AND r.expires_at > old.withdrawn_at) >= 3
BEGIN
  SELECT RAISE(ABORT, 'guardian_requests_full');
END;

CREATE TRIGGER guardian_links_few BEFORE INSERT ON guardian_links
WHEN new.confirmed_at IS NULL AND (SELECT count(*) FROM guardian_links g WHERE g.child_user_id = new.child_user_id
  AND g.confirmed_at IS NULL) >= 3
BEGIN
  SELECT RAISE(ABORT, 'guardian_requests_full');
END;
