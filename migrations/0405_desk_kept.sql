-- The desk: how many on each occasion are neither taken off the list nor settled, so that those of months past are met without their
-- results, and the order of its educations, those that are archived last, so that it is sorted without being worked out.
ALTER TABLE occasions ADD COLUMN unsettled_count integer DEFAULT 0 NOT NULL;
UPDATE occasions SET unsettled_count = (
  SELECT count(*) FROM education_part_results r
  WHERE r.occasion_id = occasions.id AND r.canceled = 0 AND r.completed = 0 AND r.attended IS NULL
);

CREATE TRIGGER results_unsettled_insert AFTER INSERT ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0 AND new.completed = 0 AND new.attended IS NULL
BEGIN
  UPDATE occasions SET unsettled_count = unsettled_count + 1 WHERE id = new.occasion_id;
END;

CREATE TRIGGER results_unsettled_delete AFTER DELETE ON education_part_results
WHEN old.occasion_id IS NOT NULL AND old.canceled = 0 AND old.completed = 0 AND old.attended IS NULL
BEGIN
  UPDATE occasions SET unsettled_count = unsettled_count - 1 WHERE id = old.occasion_id;
END;

CREATE TRIGGER results_unsettled_update AFTER UPDATE OF occasion_id, canceled, completed, attended ON education_part_results
WHEN old.occasion_id IS NOT new.occasion_id
  OR (old.canceled = 0 AND old.completed = 0 AND old.attended IS NULL)
    <> (new.canceled = 0 AND new.completed = 0 AND new.attended IS NULL)
BEGIN
  UPDATE occasions SET unsettled_count = unsettled_count - 1
  WHERE id = old.occasion_id AND old.canceled = 0 AND old.completed = 0 AND old.attended IS NULL;
  UPDATE occasions SET unsettled_count = unsettled_count + 1
  WHERE id = new.occasion_id AND new.canceled = 0 AND new.completed = 0 AND new.attended IS NULL;
END;

DROP INDEX idx_occasions_desk;
CREATE INDEX idx_occasions_desk ON occasions (starts_at, id, ends_at, education_part_id, education_id, canceled_at, unsettled_count);

ALTER TABLE educations ADD COLUMN desk_key text DEFAULT '' NOT NULL;
UPDATE educations SET desk_key = (archived_at IS NOT NULL) || title_key;

CREATE TRIGGER educations_desk_key_insert AFTER INSERT ON educations
BEGIN
  UPDATE educations SET desk_key = (archived_at IS NOT NULL) || title_key WHERE id = new.id;
END;

CREATE TRIGGER educations_desk_key_update AFTER UPDATE OF title, archived_at ON educations
WHEN new.title IS NOT old.title OR (new.archived_at IS NULL) <> (old.archived_at IS NULL)
BEGIN
  UPDATE educations SET desk_key = (archived_at IS NOT NULL) || title_key WHERE id = new.id;
END;

DROP INDEX idx_educations_archived_last;
CREATE INDEX idx_educations_desk ON educations (desk_key, id);
