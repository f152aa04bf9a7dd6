-- Provisioning of staff by SCIM: people and groups as an identity provider names them.

-- A person at the provider, with what it has sent. It names an account only when the portal made that account for it, or
-- when the person has linked the account by the provider's sign-in.
CREATE TABLE provisioning_people (
  id text PRIMARY KEY NOT NULL,
  account_id integer NOT NULL REFERENCES integration_accounts(id),
  user_id integer REFERENCES users(id),
  is_created integer NOT NULL DEFAULT 0,
  user_name text NOT NULL,
  external_id text,
  given_name text,
  family_name text,
  display_name text,
  email text,
  active integer NOT NULL DEFAULT 1,
  removed_at text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- A user name is one person of an account, and a provider finds people by it.
CREATE UNIQUE INDEX idx_provisioning_people_name ON provisioning_people (account_id, lower(user_name));

-- A provider finds people by its own id too.
CREATE INDEX idx_provisioning_people_external_id ON provisioning_people (account_id, external_id);

-- An integration account names an account of the portal once.
CREATE UNIQUE INDEX idx_provisioning_people_user ON provisioning_people (user_id, account_id);

-- A sign-in by the provider finds the person who has no account yet.
CREATE INDEX idx_provisioning_people_email ON provisioning_people (lower(email)) WHERE user_id IS NULL;

-- A group at the provider; the mapping of the sign-in says which role it gives.
CREATE TABLE provisioning_groups (
  id text PRIMARY KEY NOT NULL,
  account_id integer NOT NULL REFERENCES integration_accounts(id),
  external_id text,
  display_name text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- A provider finds groups by their name.
CREATE UNIQUE INDEX idx_provisioning_groups_name ON provisioning_groups (account_id, lower(display_name));

-- A provider finds groups by its own id too.
CREATE INDEX idx_provisioning_groups_external_id ON provisioning_groups (account_id, external_id);

-- The people in a group.
CREATE TABLE provisioning_group_members (
  group_id text NOT NULL REFERENCES provisioning_groups(id),
  person_id text NOT NULL REFERENCES provisioning_people(id),
  PRIMARY KEY (group_id, person_id)
);

-- Every change of a person's access reads their groups.
CREATE INDEX idx_provisioning_group_members_person ON provisioning_group_members (person_id);

-- What a removed integration account has provisioned goes with it. The nightly job takes back the roles.
CREATE TRIGGER integration_accounts_remove_provisioning BEFORE DELETE ON integration_accounts
BEGIN
  DELETE FROM provisioning_group_members WHERE person_id IN (SELECT id FROM provisioning_people WHERE account_id = old.id);
  DELETE FROM provisioning_groups WHERE account_id = old.id;
  DELETE FROM provisioning_people WHERE account_id = old.id;
END;

-- A person who is erased leaves the groups too.
CREATE TRIGGER provisioning_people_leave_groups BEFORE DELETE ON provisioning_people
BEGIN
  DELETE FROM provisioning_group_members WHERE person_id = old.id;
END;

DROP TRIGGER user_roles_withhold_removed;

-- As before; a role that somebody takes from a provisioned person stays away too.
CREATE TRIGGER user_roles_withhold_removed AFTER DELETE ON user_roles
WHEN (EXISTS (SELECT 1 FROM oidc_links WHERE user_id = old.user_id)
    OR EXISTS (SELECT 1 FROM provisioning_people WHERE user_id = old.user_id))
  AND NOT EXISTS (SELECT 1 FROM oidc_link_withheld_roles WHERE user_id = old.user_id AND role = old.role)
BEGIN
  INSERT INTO oidc_link_withheld_roles (user_id, role) VALUES (old.user_id, old.role);
END;
