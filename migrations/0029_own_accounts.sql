-- Own accounts: requests for an account that people make themselves, and their requests for membership in a club.

-- One request for an account, made after its address was proven. States: waiting (for the guardian), review, opened, declined.
CREATE TABLE account_requests (
  id integer PRIMARY KEY NOT NULL,
  proof_hash text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  birth_on text NOT NULL,
  language text,
  password_hash text,
  organization_id integer REFERENCES organizations(id),
  guardian_email text,
  guardian_token_hash text,
  guardian_user_id integer REFERENCES users(id),
  guardian_relation text,
  state text NOT NULL,
  is_protected_match integer DEFAULT false NOT NULL,
  needs_review integer DEFAULT false NOT NULL,
  user_id integer REFERENCES users(id),
  created_at text NOT NULL,
  settled_at text,
  settled_by_user_id integer REFERENCES users(id)
);

-- A proven address makes one request, also when its form is sent twice at once.
CREATE UNIQUE INDEX idx_account_requests_proof_hash ON account_requests (proof_hash);

-- Serves the guardian's link.
CREATE UNIQUE INDEX idx_account_requests_guardian_token_hash ON account_requests (guardian_token_hash);

-- An address has one open request at a time.
CREATE UNIQUE INDEX idx_account_requests_open ON account_requests (lower(email)) WHERE settled_at IS NULL;

-- Serves the removal of a person.
CREATE INDEX idx_account_requests_user_id ON account_requests (user_id);

-- Serves the list of an organisation.
CREATE INDEX idx_account_requests_organization_id ON account_requests (organization_id);

-- Serves the removal of old requests.
CREATE INDEX idx_account_requests_created_at ON account_requests (created_at);

-- Of two decisions at once, the second finds the request settled; of two consents, it finds the request passed on.
CREATE TRIGGER account_requests_settle_once BEFORE UPDATE OF state ON account_requests
WHEN old.settled_at IS NOT NULL OR (old.state = 'review' AND new.state = 'review')
BEGIN
  SELECT raise(ABORT, 'already_done');
END;

-- One person's request to become a member of an organisation, which its administrators decide.
CREATE TABLE membership_requests (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  organization_id integer NOT NULL REFERENCES organizations(id),
  created_at text NOT NULL,
  decided_at text,
  decided_by_user_id integer REFERENCES users(id),
  is_approved integer
);

-- A person has one open request to an organisation.
CREATE UNIQUE INDEX idx_membership_requests_open ON membership_requests (user_id, organization_id) WHERE decided_at IS NULL;

-- Serves the list of an organisation.
CREATE INDEX idx_membership_requests_organization_id ON membership_requests (organization_id);

-- Serves the removal of old requests.
CREATE INDEX idx_membership_requests_created_at ON membership_requests (created_at);

-- Of two decisions at once, the second finds the request decided.
CREATE TRIGGER membership_requests_decide_once BEFORE UPDATE OF decided_at ON membership_requests WHEN old.decided_at IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'already_done');
END;
