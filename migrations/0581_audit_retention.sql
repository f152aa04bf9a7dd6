-- Audit entries lose personal data when somebody is de-identified, and are removed by the sweep of old ones, and in no other way. Each
-- is asked for by a row in a table of its own, whose trigger does it and removes the row again: nothing is left open behind it.
CREATE TABLE audit_redactions (
  entry_id integer NOT NULL,
  -- Without the values that are taken away.
  data text NOT NULL,
  target_id text NOT NULL
);
CREATE TABLE audit_sweeps (
  -- Entries from before this moment are removed, the oldest first; no younger ones than 59 months.
  swept_before text NOT NULL,
  at_most integer NOT NULL
);

DROP TRIGGER audit_entries_no_update;
DROP TRIGGER audit_entries_no_delete;

-- A redaction only takes away: each value of the new data is null, or stood in the same place before.
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
WHEN NOT (
  EXISTS (SELECT 1 FROM audit_redactions redaction WHERE redaction.entry_id = old.id)
  AND new.id IS old.id AND new.at IS old.at AND new.user_id IS old.user_id AND new.action IS old.action
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

CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
WHEN NOT EXISTS (SELECT 1 FROM audit_sweeps sweep WHERE old.at < sweep.swept_before)
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;

-- A replacing insert removes the row that has the id without asking the trigger of removals.
CREATE TRIGGER audit_entries_no_replace BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries kept WHERE kept.id = new.id)
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;

CREATE TRIGGER audit_redactions_done AFTER INSERT ON audit_redactions
BEGIN
  UPDATE audit_entries SET data = new.data, target_id = new.target_id WHERE id = new.entry_id;
  DELETE FROM audit_redactions;
END;

CREATE TRIGGER audit_sweeps_of_the_old BEFORE INSERT ON audit_sweeps
WHEN new.swept_before > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-59 months')
BEGIN
  SELECT raise(ABORT, 'audit_is_kept_longer');
END;

CREATE TRIGGER audit_sweeps_done AFTER INSERT ON audit_sweeps
BEGIN
  DELETE FROM audit_entries
  WHERE id IN (SELECT id FROM audit_entries WHERE at < new.swept_before ORDER BY at, id LIMIT new.at_most);
  DELETE FROM audit_sweeps;
END;
