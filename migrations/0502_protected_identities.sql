-- Somebody with a protected identity ("skyddad identitet"). What tells who and where the person is stands in a table of its own, so that
-- no question about people answers it.
ALTER TABLE users ADD COLUMN protected_at text;

CREATE TABLE protected_identities (
  user_id integer PRIMARY KEY NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text,
  external_person_id text,
  -- JSON: rows of user_organizations.
  memberships text NOT NULL,
  protected_by_user_id integer NOT NULL,
  protected_at text NOT NULL
);

CREATE UNIQUE INDEX idx_protected_identities_external_person_id ON protected_identities (external_person_id);
CREATE INDEX idx_protected_identities_email ON protected_identities (lower(email));

-- Nothing writes who the person is back into the open while the protection lasts.
CREATE TRIGGER users_identity_protected BEFORE UPDATE OF first_name, last_name, email, phone, external_person_id, picture_file_id ON users
WHEN old.protected_at IS NOT NULL AND new.protected_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'identity_protected');
END;

CREATE TRIGGER user_organizations_identity_protected BEFORE INSERT ON user_organizations
WHEN EXISTS (SELECT 1 FROM users u WHERE u.id = new.user_id AND u.protected_at IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'identity_protected');
END;

-- An external register cannot make the person once more under the same id.
CREATE TRIGGER users_external_person_protected_insert BEFORE INSERT ON users
WHEN new.external_person_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM protected_identities p WHERE p.external_person_id = new.external_person_id)
BEGIN
  SELECT RAISE(ABORT, 'external_person_taken');
END;

CREATE TRIGGER users_external_person_protected_update BEFORE UPDATE OF external_person_id ON users
WHEN new.external_person_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM protected_identities p WHERE p.external_person_id = new.external_person_id AND p.user_id <> new.id)
BEGIN
  SELECT RAISE(ABORT, 'external_person_taken');
END;
