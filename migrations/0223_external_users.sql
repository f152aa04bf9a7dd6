-- The e-mail of somebody from outside the federation is their user name and where their password goes: two at once cannot be made with one.

CREATE TRIGGER users_external_email_is_own BEFORE INSERT ON users
WHEN new.is_external = 1 AND new.email IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'email_taken') WHERE EXISTS (SELECT 1 FROM users WHERE lower(email) = lower(new.email));
END;
