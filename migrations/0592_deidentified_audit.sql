-- The log's rows never change, but that personal data is taken out, and are removed only when they are old.

-- An update only takes away: each value of the new data is null, or stood in the same place before.
DROP TRIGGER audit_entries_no_update;
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
WHEN NOT (
  new.id IS old.id AND new.at IS old.at AND new.user_id IS old.user_id AND new.action IS old.action
  AND new.target_type IS old.target_type AND new.request_id IS old.request_id
  -- Of a mail that was tried the target is an address.
  AND (new.target_id IS old.target_id OR (old.target_type = 'mail' AND new.target_id = ''))
  AND NOT EXISTS (
    SELECT 1 FROM json_tree(new.data) kept WHERE NOT EXISTS (
      SELECT 1 FROM json_tree(old.data) was
      WHERE was.fullkey = kept.fullkey AND (kept.type = 'null' OR (kept.type = was.type AND kept.atom IS was.atom))))
)
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;

DROP TRIGGER audit_entries_no_delete;
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
WHEN old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-59 months')
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;
