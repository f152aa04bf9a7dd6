-- A mail that carries a code, a link or a password that opens an account: its text is forgotten when it has been sent.
ALTER TABLE outbox_mails ADD COLUMN secret integer DEFAULT false NOT NULL;
CREATE INDEX idx_outbox_mails_created_at ON outbox_mails (created_at,id);
