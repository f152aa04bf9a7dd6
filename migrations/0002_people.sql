-- People: organisations, accounts, memberships, roles, guardians, sign-in and connected systems.

-- Organisations in a tree: the federation, districts and clubs.
CREATE TABLE organizations (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  short_name text,
  type integer NOT NULL,
  parent_id integer REFERENCES organizations(id),
  path text NOT NULL,
  org_nr text,
  external_id text,
  email text,
  phone text,
  website text,
  address_line_1 text,
  address_line_2 text,
  postal_number text,
  city text,
  country text,
  logo_file_id integer REFERENCES stored_files(id),
  is_main integer DEFAULT false NOT NULL,
  can_be_invoiced integer DEFAULT false NOT NULL,
  invoice_email text,
  active integer DEFAULT true NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL,
  name_key text GENERATED ALWAYS AS ( replace(replace(replace(replace(replace(replace(lower(name), 'å', '{a'), 'Å', '{a'), 'ä', '{b'), 'Ä', '{b'), 'ö', '{c'), 'Ö', '{c') ) VIRTUAL
);

-- Serves the children of an organisation.
CREATE INDEX idx_organizations_parent_id ON organizations (parent_id);

-- Serves all organisations below one, by the prefix of their path.
CREATE INDEX idx_organizations_path ON organizations (path);

-- Finds an organisation by its id in the external register; each is used once.
CREATE UNIQUE INDEX idx_organizations_external_id ON organizations (external_id);

-- Allows one main organisation.
CREATE UNIQUE INDEX idx_organizations_main ON organizations (is_main) WHERE is_main = 1;

-- A moved organisation takes its members into the branches above its new place.
CREATE TRIGGER branch_moves AFTER UPDATE OF path ON organizations WHEN old.path IS NOT new.path
BEGIN
  DELETE FROM branch_members WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = new.id);
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT root_id, user_id FROM branch_memberships
  WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = new.id);
END;

-- An organisation may arrive after its memberships when both come from another system.
CREATE TRIGGER branch_begins AFTER INSERT ON organizations
BEGIN
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT root_id, user_id FROM branch_memberships
  WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = new.id);
END;

-- The members of a deleted organisation leave the branches that they were in through it.
CREATE TRIGGER branch_ends AFTER DELETE ON organizations
BEGIN
  DELETE FROM branch_members WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = old.id);
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT root_id, user_id FROM branch_memberships
  WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = old.id);
END;

-- People: members of the federation and external users.
CREATE TABLE users (
  id integer PRIMARY KEY NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  user_name text NOT NULL,
  email text,
  phone text,
  birth_on text,
  picture_file_id integer REFERENCES stored_files(id),
  is_external integer DEFAULT false NOT NULL,
  language text,
  password_hash text,
  password_expires_at text,
  inactive_at text,
  last_login_at text,
  external_person_id text,
  personal_number_hash text,
  created_at text NOT NULL,
  changed_at text NOT NULL,
  name_key text GENERATED ALWAYS AS ( replace(replace(replace(replace(replace(replace(lower(last_name || ' ' || first_name), 'å', '{a'), 'Å', '{a'), 'ä', '{b'), 'Ä', '{b'), 'ö', '{c'), 'Ö', '{c') ) VIRTUAL,
  protected_at text,
  erased_at text,
  device_known_at text,
  search_words text DEFAULT '[]' NOT NULL
);

-- Finds a person by user name at sign-in; user names are unique regardless of case.
CREATE UNIQUE INDEX idx_users_user_name ON users (lower(user_name));

-- Finds a person by the id of the external register; each is used once.
CREATE UNIQUE INDEX idx_users_external_person_id ON users (external_person_id);

-- Finds a person by the hash of the personal identity number; each is used once.
CREATE UNIQUE INDEX idx_users_personal_number_hash ON users (personal_number_hash);

-- Finds people by e-mail address at sign-in and in imports.
CREATE INDEX idx_users_email ON users (lower(email));

-- Serves lists of people by name where the Swedish order is not needed.
CREATE INDEX idx_users_last_name ON users (last_name, first_name, id);

-- Serves lists of people in Swedish alphabetical order.
CREATE INDEX idx_users_name_key ON users (name_key, id);

-- Serves the office's list of people by last sign-in.
CREATE INDEX idx_users_last_login_at ON users (last_login_at, id);

-- Serves lists that are narrowed to external users or to members.
CREATE INDEX idx_users_is_external ON users (is_external, name_key, id);

-- Serves lists that are narrowed to inactive accounts.
CREATE INDEX idx_users_inactive ON users (name_key, id) WHERE inactive_at IS NOT NULL;

-- Finds the person who uses a picture when the picture is replaced or requested.
CREATE INDEX idx_users_picture ON users (picture_file_id) WHERE picture_file_id IS NOT NULL;

-- Serves the jobs and lists about erased people.
CREATE INDEX idx_users_erased_at ON users (erased_at) WHERE erased_at IS NOT NULL;

-- Two external users cannot be created at once with one address, because the address is their user name.
CREATE TRIGGER users_external_email_is_own BEFORE INSERT ON users
WHEN new.is_external = 1 AND new.email IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'email_taken') WHERE EXISTS (SELECT 1 FROM users WHERE lower(email) = lower(new.email));
END;

-- While a protected identity lasts, no write puts the person's name, address or picture back into the open.
CREATE TRIGGER users_identity_protected BEFORE UPDATE OF first_name, last_name, email, phone, external_person_id, picture_file_id ON users
WHEN old.protected_at IS NOT NULL AND new.protected_at IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'identity_protected');
END;

-- The external register cannot create a person again whose id is hidden by a protected identity.
CREATE TRIGGER users_external_person_protected_insert BEFORE INSERT ON users
WHEN new.external_person_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM protected_identities p WHERE p.external_person_id = new.external_person_id)
BEGIN
  SELECT raise(ABORT, 'external_person_taken');
END;

-- The id of a protected person cannot be given to somebody else.
CREATE TRIGGER users_external_person_protected_update BEFORE UPDATE OF external_person_id ON users
WHEN new.external_person_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM protected_identities p WHERE p.external_person_id = new.external_person_id AND p.user_id <> new.id)
BEGIN
  SELECT raise(ABORT, 'external_person_taken');
END;

-- An address that nobody has confirmed never becomes somebody's, whichever code writes the column.
CREATE TRIGGER users_email_confirmed BEFORE UPDATE OF email ON users
WHEN new.email IS NOT NULL AND new.email IS NOT old.email AND NOT EXISTS (
  SELECT 1 FROM email_changes c WHERE c.user_id = new.id AND (
    (c.email = new.email AND c.confirmed_at IS NOT NULL AND c.objected_at IS NULL)
    OR (c.previous_email = new.email AND c.objected_at IS NOT NULL)))
BEGIN
  SELECT raise(ABORT, 'email_unconfirmed');
END;

-- The file of a replaced picture is deleted in the same transaction.
CREATE TRIGGER users_picture_released AFTER UPDATE OF picture_file_id ON users
WHEN old.picture_file_id IS NOT NULL AND old.picture_file_id IS NOT new.picture_file_id
BEGIN
  DELETE FROM stored_files WHERE id = old.picture_file_id
    AND NOT EXISTS (SELECT 1 FROM users WHERE picture_file_id = old.picture_file_id);
END;

-- The picture's file is deleted with the person.
CREATE TRIGGER users_picture_deleted AFTER DELETE ON users WHEN old.picture_file_id IS NOT NULL
BEGIN
  DELETE FROM stored_files WHERE id = old.picture_file_id
    AND NOT EXISTS (SELECT 1 FROM users WHERE picture_file_id = old.picture_file_id);
END;

-- An erased person is never changed again: neither by an edit nor by a synchronisation or import.
CREATE TRIGGER users_erased_stay BEFORE UPDATE ON users WHEN old.erased_at IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;

-- Memberships of people in organisations.
CREATE TABLE user_organizations (
  user_id integer NOT NULL REFERENCES users(id),
  organization_id integer NOT NULL REFERENCES organizations(id),
  is_primary integer DEFAULT false NOT NULL,
  from_on text,
  to_on text,
  PRIMARY KEY (user_id, organization_id)
);

-- Serves the members of an organisation.
CREATE INDEX idx_user_organizations_organization_id ON user_organizations (organization_id, user_id);

-- A new membership puts the person into the organisation's branch and all branches above it.
CREATE TRIGGER branch_membership_begins AFTER INSERT ON user_organizations
BEGIN
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT above.value, new.user_id FROM organizations o, json_each('[' || replace(trim(o.path, '/'), '/', ',') || ']') above
  WHERE o.id = new.organization_id;
END;

-- The branches of a person are computed again, because another membership may lead to the same branch.
CREATE TRIGGER branch_membership_ends AFTER DELETE ON user_organizations
BEGIN
  DELETE FROM branch_members WHERE user_id = old.user_id;
  INSERT OR IGNORE INTO branch_members (root_id, user_id) SELECT root_id, user_id FROM branch_memberships WHERE user_id = old.user_id;
END;

-- An edited membership changes the branches of everyone it concerns.
CREATE TRIGGER branch_membership_moves AFTER UPDATE OF user_id, organization_id ON user_organizations
BEGIN
  DELETE FROM branch_members WHERE user_id IN (old.user_id, new.user_id);
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT root_id, user_id FROM branch_memberships WHERE user_id IN (old.user_id, new.user_id);
END;

-- A protected person gets no memberships in the open.
CREATE TRIGGER user_organizations_identity_protected BEFORE INSERT ON user_organizations
WHEN EXISTS (SELECT 1 FROM users u WHERE u.id = new.user_id AND u.protected_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'identity_protected');
END;

-- An erased person gets no memberships.
CREATE TRIGGER user_organizations_not_of_erased BEFORE INSERT ON user_organizations
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;

-- Everyone below an organisation at any depth, external users included; maintained by triggers from memberships and paths.
CREATE TABLE branch_members (
  root_id integer NOT NULL,
  user_id integer NOT NULL,
  PRIMARY KEY (root_id, user_id)
) WITHOUT ROWID;

-- Serves the branches of one person, for access checks.
CREATE INDEX idx_branch_members_user ON branch_members (user_id, root_id);

-- Each membership with every organisation on the path to the root, such as `/1/2/30/`.
CREATE VIEW branch_memberships AS
SELECT above.value AS root_id, m.user_id
FROM user_organizations m JOIN organizations o ON o.id = m.organization_id,
  json_each('[' || replace(trim(o.path, '/'), '/', ',') || ']') above;

-- The identifying data of a person with a protected identity ("skyddad identitet"), apart from users so that no query about people returns
-- it.
CREATE TABLE protected_identities (
  user_id integer PRIMARY KEY NOT NULL REFERENCES users(id),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text,
  external_person_id text,
  -- JSON: rows of user_organizations.
  memberships text NOT NULL,
  protected_by_user_id integer NOT NULL REFERENCES users(id),
  protected_at text NOT NULL,
  search_words text DEFAULT '[]' NOT NULL
);

-- Finds a protected person by the id of the external register; each is used once.
CREATE UNIQUE INDEX idx_protected_identities_external_person_id ON protected_identities (external_person_id);

-- Finds a protected person by e-mail address.
CREATE INDEX idx_protected_identities_email ON protected_identities (lower(email));

-- Roles of people.
CREATE TABLE user_roles (
  user_id integer NOT NULL REFERENCES users(id),
  role text NOT NULL,
  PRIMARY KEY (user_id, role)
);

-- Serves the people with a role.
CREATE INDEX idx_user_roles_role ON user_roles (role);

-- Two superadministrators who remove each other at once: one of them stays. An inactive account does not count.
CREATE TRIGGER user_roles_keep_superadministrator BEFORE DELETE ON user_roles
WHEN old.role = 'SuperAdministrator'
BEGIN
  SELECT raise(ABORT, 'last_superadministrator') WHERE NOT EXISTS (
    SELECT 1 FROM user_roles r JOIN users u ON u.id = r.user_id
    WHERE r.role = 'SuperAdministrator' AND r.user_id <> old.user_id AND u.inactive_at IS NULL
  );
END;

-- An erased person gets no roles.
CREATE TRIGGER user_roles_not_of_erased BEFORE INSERT ON user_roles
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;

-- The organisations, educations or parts to which a role of a person is limited.
CREATE TABLE role_extensions (
  user_id integer NOT NULL REFERENCES users(id),
  role text NOT NULL,
  kind text NOT NULL,
  reference_id integer NOT NULL,
  PRIMARY KEY (user_id, role, kind, reference_id)
);

-- Links between an adult and a child, confirmed or waiting for confirmation.
CREATE TABLE guardian_links (
  id integer PRIMARY KEY NOT NULL,
  adult_user_id integer NOT NULL REFERENCES users(id),
  child_user_id integer NOT NULL REFERENCES users(id),
  created_by_user_id integer NOT NULL REFERENCES users(id),
  confirmed_at text,
  created_at text NOT NULL,
  relation text CHECK (relation IN ('parent', 'legalGuardian', 'otherAdult')),
  child_agreed_at text,
  confirmed_by_user_id integer REFERENCES users(id)
);

-- Allows one link per adult and child; serves the children of an adult.
CREATE UNIQUE INDEX idx_guardian_links_pair ON guardian_links (adult_user_id, child_user_id);

-- Serves the adults of a child.
CREATE INDEX idx_guardian_links_child_user_id ON guardian_links (child_user_id);

-- A child has at most three unconfirmed links, also when they are requested at once.
CREATE TRIGGER guardian_links_few BEFORE INSERT ON guardian_links
WHEN new.confirmed_at IS NULL AND (SELECT count(*) FROM guardian_links g WHERE g.child_user_id = new.child_user_id
  AND g.confirmed_at IS NULL) >= 3
BEGIN
  SELECT raise(ABORT, 'guardian_requests_full');
END;

-- An erased person gets no links.
CREATE TRIGGER guardian_links_not_of_erased BEFORE INSERT ON guardian_links
WHEN EXISTS (SELECT 1 FROM users WHERE id IN (new.adult_user_id, new.child_user_id) AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;

-- Requests of adults to be linked to a child; a request for somebody who is no child is stored and answered the same way.
CREATE TABLE guardian_requests (
  id integer PRIMARY KEY NOT NULL,
  adult_user_id integer NOT NULL REFERENCES users(id),
  child_user_id integer NOT NULL,
  relation text NOT NULL CHECK (relation IN ('parent', 'legalGuardian', 'otherAdult')),
  created_at text NOT NULL,
  expires_at text NOT NULL,
  withdrawn_at text,
  declined_at text
);

-- Allows one request per adult and child.
CREATE UNIQUE INDEX idx_guardian_requests_pair ON guardian_requests (adult_user_id, child_user_id);

-- Serves the deletion of expired requests.
CREATE INDEX idx_guardian_requests_expires_at ON guardian_requests (expires_at);

-- An adult has at most three open requests, also when they are sent at once.
CREATE TRIGGER guardian_requests_few BEFORE INSERT ON guardian_requests
WHEN (SELECT count(*) FROM guardian_requests r WHERE r.adult_user_id = new.adult_user_id
  AND r.withdrawn_at IS NULL AND r.expires_at > new.created_at) >= 3
BEGIN
  SELECT raise(ABORT, 'guardian_requests_full');
END;

-- A withdrawn request that is opened again counts towards the same limit.
CREATE TRIGGER guardian_requests_reopened_few BEFORE UPDATE OF withdrawn_at ON guardian_requests
WHEN old.withdrawn_at IS NOT NULL AND new.withdrawn_at IS NULL
  AND (SELECT count(*) FROM guardian_requests r WHERE r.adult_user_id = new.adult_user_id
    AND r.withdrawn_at IS NULL AND r.expires_at > old.withdrawn_at) >= 3
BEGIN
  SELECT raise(ABORT, 'guardian_requests_full');
END;

-- Signed-in sessions by the hash of their token.
CREATE TABLE sessions (
  id integer PRIMARY KEY NOT NULL,
  token_hash text NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  created_at text NOT NULL,
  expires_at text NOT NULL,
  last_used_at text NOT NULL,
  user_agent text,
  opened_by text,
  signed_on_by_user_id integer REFERENCES users(id),
  second_factor text,
  awaits_second_factor integer NOT NULL DEFAULT 0,
  verified_at text
);

-- Finds the session of a request.
CREATE UNIQUE INDEX idx_sessions_token_hash ON sessions (token_hash);

-- Serves a person's sessions, to list or close them.
CREATE INDEX idx_sessions_user_id ON sessions (user_id);

-- Serves the deletion of expired sessions.
CREATE INDEX idx_sessions_expires_at ON sessions (expires_at);

-- Nobody signs in as an erased person.
CREATE TRIGGER sessions_not_of_erased BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;

-- One-time codes and links, by hash, with the purpose that they were created for.
CREATE TABLE one_time_tokens (
  id integer PRIMARY KEY NOT NULL,
  token_hash text NOT NULL,
  purpose text NOT NULL,
  user_id integer REFERENCES users(id),
  data text NOT NULL,
  tries_left integer DEFAULT 5 NOT NULL,
  created_at text NOT NULL,
  expires_at text NOT NULL,
  used_at text
);

-- Finds the token of a link or code.
CREATE UNIQUE INDEX idx_one_time_tokens_token_hash ON one_time_tokens (token_hash);

-- Finds a person's tokens of one purpose, to invalidate them.
CREATE INDEX idx_one_time_tokens_user_id ON one_time_tokens (user_id, purpose);

-- Serves the deletion of expired tokens.
CREATE INDEX idx_one_time_tokens_expires_at ON one_time_tokens (expires_at);

-- Passkeys (WebAuthn credentials) of people.
CREATE TABLE passkeys (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  credential_id text NOT NULL,
  user_handle text NOT NULL,
  public_key text NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  transports text NOT NULL DEFAULT '[]',
  name text NOT NULL,
  created_at text NOT NULL,
  last_used_at text
);

-- Finds a passkey at sign-in; each credential id is used once.
CREATE UNIQUE INDEX idx_passkeys_credential_id ON passkeys (credential_id);

-- Serves a person's passkeys.
CREATE INDEX idx_passkeys_user_id ON passkeys (user_id);

-- A signature counter only goes forward; one that stands still or goes back indicates a copied key.
CREATE TRIGGER passkeys_counter_forward BEFORE UPDATE OF counter ON passkeys
WHEN new.counter <= old.counter AND NOT (new.counter = 0 AND old.counter = 0)
BEGIN
  SELECT raise(ABORT, 'passkey_refused');
END;

-- A person's authenticator app. The secret is encrypted by the portal; a time step at or before `last_step` is refused.
CREATE TABLE authenticator_apps (
  user_id integer PRIMARY KEY NOT NULL REFERENCES users(id),
  secret text NOT NULL,
  last_step integer NOT NULL,
  created_at text NOT NULL
);

-- One-time recovery codes, by hash, that replace a second factor.
CREATE TABLE recovery_codes (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  code_hash text NOT NULL,
  created_at text NOT NULL,
  used_at text
);

-- Finds a person's recovery code; serves their number.
CREATE UNIQUE INDEX idx_recovery_codes_code ON recovery_codes (user_id, code_hash);

-- Failed sign-ins per subject, for the limit of attempts.
CREATE TABLE login_failures (
  id integer PRIMARY KEY NOT NULL,
  subject text NOT NULL,
  failed_at text NOT NULL
);

-- Counts the recent failures of a subject.
CREATE INDEX idx_login_failures_subject ON login_failures (subject, failed_at);

-- Changes of e-mail address: a new address counts once somebody who reads it has confirmed it. A null email removes the address.
CREATE TABLE email_changes (
  id text PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  email text,
  previous_email text,
  requested_by_user_id integer NOT NULL REFERENCES users(id),
  token_hash text,
  created_at text NOT NULL,
  expires_at text NOT NULL,
  confirmed_at text,
  withdrawn_at text,
  objected_at text,
  rest_lifted_at text
);

-- Finds the change by the token of its link.
CREATE UNIQUE INDEX idx_email_changes_token_hash ON email_changes (token_hash);

-- Serves a person's confirmed changes.
CREATE INDEX idx_email_changes_user_id ON email_changes (user_id, confirmed_at);

-- Allows one pending change per person.
CREATE UNIQUE INDEX idx_email_changes_pending ON email_changes (user_id) WHERE confirmed_at IS NULL AND withdrawn_at IS NULL;

-- Serves the deletion of old changes.
CREATE INDEX idx_email_changes_created_at ON email_changes (created_at);

-- When a change is confirmed and withdrawn at once, the first write decides.
CREATE TRIGGER email_changes_settle_once BEFORE UPDATE OF confirmed_at, withdrawn_at ON email_changes
WHEN old.confirmed_at IS NOT NULL OR old.withdrawn_at IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'email_link_invalid');
END;

-- Profiles that people without a role have opened within the hour, for the limit.
CREATE TABLE profile_views (
  reader_user_id integer NOT NULL REFERENCES users(id),
  person_user_id integer NOT NULL,
  viewed_at text NOT NULL,
  PRIMARY KEY (reader_user_id, person_user_id)
);

-- Serves the deletion of rows older than an hour.
CREATE INDEX idx_profile_views_viewed_at ON profile_views (viewed_at);

-- Accounts of other systems. The secret is 256 random bits, so its digest needs no slow hash.
CREATE TABLE integration_accounts (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  roles text NOT NULL,
  secret_hash text NOT NULL,
  active integer DEFAULT true NOT NULL,
  last_used_at text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Keeps names unique regardless of case.
CREATE UNIQUE INDEX idx_integration_accounts_name ON integration_accounts (lower(name));

-- Finds the account of a request by the hash of its secret.
CREATE UNIQUE INDEX idx_integration_accounts_secret_hash ON integration_accounts (secret_hash);
