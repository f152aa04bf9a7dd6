-- Requests for an account by people whom an electronic identification has identified: HMAC of the personal number while the request is
-- open, and the provider.
ALTER TABLE account_requests ADD COLUMN personal_number_hash text;
ALTER TABLE account_requests ADD COLUMN identified_by text;

-- An identification has one open request at a time. Settled requests keep no hash.
CREATE UNIQUE INDEX idx_account_requests_personal_number_hash ON account_requests (personal_number_hash);

DROP TRIGGER users_external_email_is_own;

-- Two external users cannot be created at once with one address, because the address is their user name. They share it when the office
-- has just opened a request for an account, and nobody signs in with the address, by password or by electronic identification.
CREATE TRIGGER users_external_email_is_own BEFORE INSERT ON users
WHEN new.is_external = 1 AND new.email IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'email_taken') WHERE EXISTS (
    SELECT 1 FROM users u WHERE lower(u.email) = lower(new.email)
      AND (u.password_hash IS NOT NULL OR u.last_login_at IS NOT NULL OR u.personal_number_hash IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM account_requests a WHERE lower(a.email) = lower(new.email) AND a.state = 'opened' AND a.user_id IS NULL
          AND a.settled_by_user_id IS NOT NULL AND a.settled_at = new.created_at)));
END;
