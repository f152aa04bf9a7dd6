-- The log's rows never change, but that personal data is taken out of their data, and are removed only when they are old.

DROP TRIGGER audit_entries_no_update;
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
WHEN new.id IS NOT old.id OR new.at IS NOT old.at OR new.user_id IS NOT old.user_id OR new.action IS NOT old.action
  OR new.target_type IS NOT old.target_type OR new.target_id IS NOT old.target_id OR new.request_id IS NOT old.request_id
  OR json_extract(new.data, '$.deidentified') IS NULL
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;

DROP TRIGGER audit_entries_no_delete;
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
WHEN old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-59 months')
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;
