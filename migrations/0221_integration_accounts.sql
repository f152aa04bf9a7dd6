-- Machine accounts of other systems (gaps G-020). The secret is 256 random bits, so its digest needs no slow hash.
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
CREATE UNIQUE INDEX idx_integration_accounts_name ON integration_accounts (lower(name));
CREATE UNIQUE INDEX idx_integration_accounts_secret_hash ON integration_accounts (secret_hash);
