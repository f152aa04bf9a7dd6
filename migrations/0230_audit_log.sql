-- The log is read newest first, by action, and by who did it or to what it was done; each order has an index of its own.
CREATE INDEX idx_audit_entries_at ON audit_entries (at);
CREATE INDEX idx_audit_entries_action ON audit_entries (action,at);
