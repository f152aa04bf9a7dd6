-- Passkeys, an authenticator app and recovery codes: what proves who somebody is beside the password.
CREATE TABLE passkeys (
  id integer PRIMARY KEY,
  user_id integer NOT NULL,
  credential_id text NOT NULL,
  user_handle text NOT NULL,
  public_key text NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  transports text NOT NULL DEFAULT '[]',
  name text NOT NULL,
  created_at text NOT NULL,
  last_used_at text
);

CREATE UNIQUE INDEX idx_passkeys_credential_id ON passkeys (credential_id);
CREATE INDEX idx_passkeys_user_id ON passkeys (user_id);

-- A signature counter only goes forward, whoever writes it: one that stands still or goes back tells of a copied key.
CREATE TRIGGER passkeys_counter_forward BEFORE UPDATE OF counter ON passkeys
WHEN new.counter <= old.counter AND NOT (new.counter = 0 AND old.counter = 0)
BEGIN
  SELECT RAISE(ABORT, 'passkey_refused');
END;

-- The secret is encrypted by the portal. A time step at or before `last_step` opens nothing any more.
CREATE TABLE authenticator_apps (
  user_id integer PRIMARY KEY NOT NULL,
  secret text NOT NULL,
  last_step integer NOT NULL,
  created_at text NOT NULL
);

CREATE TABLE recovery_codes (
  id integer PRIMARY KEY,
  user_id integer NOT NULL,
  code_hash text NOT NULL,
  created_at text NOT NULL,
  used_at text
);

CREATE UNIQUE INDEX idx_recovery_codes_code ON recovery_codes (user_id, code_hash);
