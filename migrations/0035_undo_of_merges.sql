-- Undo of merges: newest first, never of an erased person, and without stored values of a protected identity.

DROP TRIGGER person_merges_move;

-- A merge goes from done 0 to undoing 1 and undone 2, each once. Ended 3: a person is erased or has been protected, so it is not undone.
CREATE TRIGGER person_merges_move BEFORE UPDATE OF state ON person_merges
WHEN NOT (new.state = old.state + 1 AND new.state < 3) AND NOT (new.state = 3 AND old.state < 2)
BEGIN
  SELECT raise(ABORT, 'merge_undone');
END;

-- The stored identity of a protected person goes at once. A merge is no longer undone when its undo has not yet given back the identities.
CREATE TRIGGER users_protected_end_undo AFTER UPDATE OF protected_at ON users
WHEN new.protected_at IS NOT NULL AND old.protected_at IS NULL
BEGIN
  UPDATE person_merges SET state = 3, changed_at = new.protected_at
  WHERE (from_user_id = new.id OR into_user_id = new.id) AND (state = 0 OR (state = 1 AND EXISTS (
    SELECT 1 FROM person_merge_rows r WHERE r.merge_id = person_merges.id AND r.undone_at IS NULL AND r.is_kept = 0
      AND r.table_name IN ('users', 'user_organizations'))));
  DELETE FROM person_merge_rows WHERE table_name IN ('users', 'user_organizations')
    AND merge_id IN (SELECT id FROM person_merges WHERE from_user_id = new.id OR into_user_id = new.id);
END;

-- The records of one person are protected together: a protection that began before a merge is refused. Its entry in the log is written last, whatever the order of the records.
CREATE TRIGGER audit_entries_protected_together BEFORE INSERT ON audit_entries
WHEN new.action = 'user.protected'
BEGIN
  SELECT raise(ABORT, 'person_merged') FROM users u
  WHERE u.merged_into = CAST(new.target_id AS INTEGER) AND u.protected_at IS NULL AND u.erased_at IS NULL;
END;

-- Nobody is erased while a merge of theirs is being undone: the erasure would take the other person too.
CREATE TRIGGER erasure_requests_not_while_undoing BEFORE UPDATE OF state ON erasure_requests
WHEN new.state = 1 AND old.state <> 1
BEGIN
  SELECT raise(ABORT, 'merge_undoing') FROM person_merges WHERE state = 1 AND new.user_id IN (from_user_id, into_user_id);
END;

-- Ends the merges of people who were erased or protected before, and removes the values of protected ones.
UPDATE person_merges SET state = 3 WHERE state < 2 AND EXISTS (
  SELECT 1 FROM users WHERE id IN (from_user_id, into_user_id) AND (erased_at IS NOT NULL OR (protected_at IS NOT NULL AND person_merges.state = 0)));

DELETE FROM person_merge_rows WHERE table_name IN ('users', 'user_organizations') AND merge_id IN (
  SELECT m.id FROM person_merges m JOIN users u ON u.id IN (m.from_user_id, m.into_user_id) WHERE u.protected_at IS NOT NULL);

DROP TRIGGER person_merges_undone_in_order;

-- Merges into one person are undone newest first, and a merge into another person before those that came before it: each has moved rows on.
CREATE TRIGGER person_merges_undone_in_order BEFORE UPDATE OF state ON person_merges
WHEN new.state = 1
BEGIN
  SELECT raise(ABORT, 'merge_undo_ended') FROM users
  WHERE id IN (old.from_user_id, old.into_user_id) AND (protected_at IS NOT NULL OR erased_at IS NOT NULL);
  SELECT raise(ABORT, 'erasure_open') FROM erasure_requests WHERE user_id IN (old.from_user_id, old.into_user_id) AND state = 1;
  SELECT raise(ABORT, 'merge_undo_later_first') FROM users WHERE id = old.into_user_id AND merged_into IS NOT NULL;
  SELECT raise(ABORT, 'merge_undo_later_first') FROM person_merges later
  WHERE later.into_user_id = old.into_user_id AND later.id > old.id AND later.state < 2;
END;

-- Rows move back only while an undo is under way, and never to or from an erased person.
CREATE TRIGGER person_merges_moving BEFORE UPDATE OF moving ON person_merges
WHEN new.moving = 1
BEGIN
  SELECT raise(ABORT, 'merge_undo_ended') WHERE old.state <> 1 OR EXISTS (
    SELECT 1 FROM users WHERE id IN (old.from_user_id, old.into_user_id) AND erased_at IS NOT NULL);
END;
