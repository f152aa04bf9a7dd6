-- A cancellation that is taken back is news too: the person's number lost one by it, so the occasion is raised by two.
CREATE TRIGGER results_calendar_restored AFTER UPDATE OF canceled ON education_part_results
WHEN old.occasion_id IS NOT NULL AND old.canceled = 1 AND new.canceled = 0
BEGIN
  UPDATE occasions SET calendar_sequence = calendar_sequence + 2 WHERE id = new.occasion_id;
END;

CREATE INDEX idx_occasions_organizer ON occasions (organizer_organization_id, ends_at);
