-- What must hold when two people press at once. The rules give the friendly refusal; these give the certain one.
-- Each message is a refusal code of src/server/api/refusals.ts.

-- Places. A live sign-up is one that is not canceled; pending ones hold a place too (gaps G-033).
CREATE TRIGGER results_take_place_insert BEFORE INSERT ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM occasions WHERE id = new.occasion_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM occasions
  WHERE id = new.occasion_id AND max_participants IS NOT NULL AND booked_count + reserved_count >= max_participants;
END;

CREATE TRIGGER results_take_place_update BEFORE UPDATE OF canceled, occasion_id ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0 AND (old.canceled = 1 OR old.occasion_id IS NOT new.occasion_id)
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM occasions WHERE id = new.occasion_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM occasions
  WHERE id = new.occasion_id AND max_participants IS NOT NULL AND booked_count + reserved_count >= max_participants;
END;

CREATE TRIGGER results_count_insert AFTER INSERT ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0
BEGIN
  UPDATE occasions SET booked_count = booked_count + 1 WHERE id = new.occasion_id;
END;

CREATE TRIGGER results_count_delete AFTER DELETE ON education_part_results
WHEN old.occasion_id IS NOT NULL AND old.canceled = 0
BEGIN
  UPDATE occasions SET booked_count = booked_count - 1 WHERE id = old.occasion_id;
END;

CREATE TRIGGER results_count_update AFTER UPDATE OF canceled, occasion_id ON education_part_results
WHEN old.canceled IS NOT new.canceled OR old.occasion_id IS NOT new.occasion_id
BEGIN
  UPDATE occasions SET booked_count = booked_count - 1 WHERE id = old.occasion_id AND old.canceled = 0;
  UPDATE occasions SET booked_count = booked_count + 1 WHERE id = new.occasion_id AND new.canceled = 0;
END;

CREATE TRIGGER occasions_max_not_below_booked BEFORE UPDATE OF max_participants ON occasions
WHEN new.max_participants IS NOT NULL AND new.max_participants < old.booked_count + old.reserved_count
BEGIN
  SELECT raise(ABORT, 'occasion_max_below_booked');
END;

-- A completed result is never taken back by an attempt or an import; only an explicit decision may (its writer clears completed_at).
CREATE TRIGGER results_completed_needs_time BEFORE UPDATE OF completed ON education_part_results
WHEN new.completed = 1 AND new.completed_at IS NULL
BEGIN
  SELECT raise(ABORT, 'result_completed_without_time');
END;

-- The audit log is append-only.
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;

CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
BEGIN
  SELECT raise(ABORT, 'audit_is_append_only');
END;

-- The main organisation is one.
CREATE UNIQUE INDEX idx_organizations_main ON organizations (is_main) WHERE is_main = 1;
