-- Fortnox: the moment at which the token endpoint refused the app itself, such as for a wrong client secret; null once
-- it has given tokens again.
ALTER TABLE fortnox_connections ADD COLUMN client_refused_at text;
