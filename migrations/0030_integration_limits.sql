-- Limits of integration accounts, and the people that another member system keeps in the portal.

-- Parts of the portal that an account may use. Accounts from before this migration keep all of them.
ALTER TABLE integration_accounts ADD COLUMN resources text DEFAULT '[]' NOT NULL;

-- Organisations whose people, with those of the organisations below, an account reaches; an empty list is everybody.
-- A list and not a table of links: an organisation that is gone must not turn a limited account into an unlimited one.
ALTER TABLE integration_accounts ADD COLUMN organization_ids text DEFAULT '[]' NOT NULL;

-- Last day on which an account may call; null for an account without an end.
ALTER TABLE integration_accounts ADD COLUMN expires_on text;

-- Day of `expires_on` about which the superadministrators have been notified.
ALTER TABLE integration_accounts ADD COLUMN notified_expiry_on text;

UPDATE integration_accounts SET resources = '["people","results","licenses","changes","statements"]';

-- One person as an account names them, with the organisations of which the account has made the person a member.
CREATE TABLE integration_people (
  account_id integer NOT NULL REFERENCES integration_accounts(id),
  external_id text NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  organization_ids text DEFAULT '[]' NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL,
  PRIMARY KEY (account_id, external_id)
);

-- Keeps a person under one id of an account, and serves the removal of a person.
CREATE UNIQUE INDEX idx_integration_people_user ON integration_people (user_id, account_id);
