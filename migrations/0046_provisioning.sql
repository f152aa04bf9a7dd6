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

-- A user name is one present person of an account, and a provider finds people by it. Providers reuse the name of somebody
-- who has left.
CREATE UNIQUE INDEX idx_provisioning_people_name ON provisioning_people (account_id, lower(user_name))
  WHERE removed_at IS NULL;

-- A provider finds people by its own id too.
CREATE INDEX idx_provisioning_people_external_id ON provisioning_people (account_id, external_id);

-- An account of the portal is one present person's.
CREATE UNIQUE INDEX idx_provisioning_people_user ON provisioning_people (user_id, account_id) WHERE removed_at IS NULL;

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

-- What a removed integration account has provisioned goes with it. The nightly job takes back the roles of groups once no
-- sign-in by the provider confirms them.
CREATE TRIGGER integration_accounts_remove_provisioning BEFORE DELETE ON integration_accounts
BEGIN
  DELETE FROM provisioning_group_members WHERE person_id IN (SELECT id FROM provisioning_people WHERE account_id = old.id);
  DELETE FROM provisioning_groups WHERE account_id = old.id;
  DELETE FROM provisioning_people WHERE account_id = old.id;
END;

-- An account that the person gets by a merge is not the one that the portal made: they link it like everybody.
CREATE TRIGGER provisioning_people_change_account AFTER UPDATE OF user_id ON provisioning_people
WHEN old.user_id IS NOT NULL AND new.user_id IS NOT old.user_id AND new.is_created = 1
BEGIN
  UPDATE provisioning_people SET is_created = 0 WHERE id = new.id;
END;

-- A person who is erased leaves the groups too.
CREATE TRIGGER provisioning_people_leave_groups BEFORE DELETE ON provisioning_people
BEGIN
  DELETE FROM provisioning_group_members WHERE person_id = old.id;
END;

-- One open account provisions staff: two would take and squat each other's people.
CREATE UNIQUE INDEX idx_integration_accounts_staff ON integration_accounts (active)
  WHERE active = 1 AND instr(resources, '"staff"') > 0;
