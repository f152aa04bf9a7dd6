-- Sign-in of staff by OpenID Connect: accounts linked to people at the provider, and the roles that its groups gave.

-- The account that a person at the OpenID provider signs in to.
CREATE TABLE oidc_links (
  user_id integer PRIMARY KEY NOT NULL REFERENCES users(id),
  issuer text NOT NULL,
  subject text NOT NULL,
  created_at text NOT NULL,
  signed_in_at text NOT NULL
);

-- A person at the provider opens one account.
CREATE UNIQUE INDEX idx_oidc_links_subject ON oidc_links (issuer, subject);

-- Whether a group at the provider gave the role. A role that somebody edits is given by hand from then on.
ALTER TABLE user_roles ADD COLUMN from_group integer NOT NULL DEFAULT 0;

-- The nightly job looks for such roles.
CREATE INDEX idx_user_roles_from_group ON user_roles (user_id) WHERE from_group = 1;

-- Roles that somebody took from a linked person: the group does not give them back, unless it has been lost.
CREATE TABLE oidc_link_withheld_roles (
  user_id integer NOT NULL REFERENCES users(id),
  role text NOT NULL,
  PRIMARY KEY (user_id, role)
);

-- A sign-in that takes a role back removes the row again in the same transaction.
CREATE TRIGGER user_roles_withhold_removed AFTER DELETE ON user_roles
WHEN EXISTS (SELECT 1 FROM oidc_links WHERE user_id = old.user_id)
  AND NOT EXISTS (SELECT 1 FROM oidc_link_withheld_roles WHERE user_id = old.user_id AND role = old.role)
BEGIN
  INSERT INTO oidc_link_withheld_roles (user_id, role) VALUES (old.user_id, old.role);
END;

-- A role that somebody gives by hand is withheld no more.
CREATE TRIGGER user_roles_release_given AFTER INSERT ON user_roles WHEN new.from_group = 0
BEGIN
  DELETE FROM oidc_link_withheld_roles WHERE user_id = new.user_id AND role = new.role;
END;
