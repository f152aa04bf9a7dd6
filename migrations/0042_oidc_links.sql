-- Sign-in of staff by OpenID Connect: accounts linked to people at the provider, and the roles that its groups gave.

-- The account that a person at the OpenID provider signs in to.
CREATE TABLE oidc_links (
  user_id integer PRIMARY KEY NOT NULL REFERENCES users(id),
  issuer text NOT NULL,
  subject text NOT NULL,
  given_roles text NOT NULL,
  created_at text NOT NULL
);

-- A person at the provider opens one account.
CREATE UNIQUE INDEX idx_oidc_links_subject ON oidc_links (issuer, subject);

-- A role that somebody removes is no longer one that a group gave: given again by hand, it stays.
CREATE TRIGGER user_roles_forget_group AFTER DELETE ON user_roles
WHEN EXISTS (SELECT 1 FROM oidc_links WHERE user_id = old.user_id)
BEGIN
  UPDATE oidc_links
  SET given_roles = (SELECT json_group_array(value) FROM json_each(oidc_links.given_roles) WHERE value <> old.role)
  WHERE user_id = old.user_id;
END;
