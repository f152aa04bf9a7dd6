-- Whether any education holds an occasion: its part, for the education it is meant for if it is meant for one. Whoever manages all of
-- them reaches it then, and their number is counted along an index without a look at what holds each.
ALTER TABLE occasions ADD COLUMN held integer DEFAULT 0 NOT NULL;
UPDATE occasions SET held = EXISTS (
  SELECT 1 FROM education_to_part l
  WHERE l.education_part_id = occasions.education_part_id AND coalesce(occasions.education_id, l.education_id) = l.education_id
);

CREATE TRIGGER occasions_held_insert AFTER INSERT ON occasions
BEGIN
  UPDATE occasions SET held = EXISTS (
    SELECT 1 FROM education_to_part l
    WHERE l.education_part_id = new.education_part_id AND coalesce(new.education_id, l.education_id) = l.education_id
  ) WHERE id = new.id;
END;

CREATE TRIGGER occasions_held_update AFTER UPDATE OF education_part_id, education_id ON occasions
BEGIN
  UPDATE occasions SET held = EXISTS (
    SELECT 1 FROM education_to_part l
    WHERE l.education_part_id = new.education_part_id AND coalesce(new.education_id, l.education_id) = l.education_id
  ) WHERE id = new.id;
END;

CREATE TRIGGER education_to_part_held_insert AFTER INSERT ON education_to_part
BEGIN
  UPDATE occasions SET held = 1
  WHERE education_part_id = new.education_part_id AND coalesce(education_id, new.education_id) = new.education_id AND held = 0;
END;

CREATE TRIGGER education_to_part_held_delete AFTER DELETE ON education_to_part
BEGIN
  UPDATE occasions SET held = 0
  WHERE education_part_id = old.education_part_id AND held = 1 AND NOT EXISTS (
    SELECT 1 FROM education_to_part l
    WHERE l.education_part_id = occasions.education_part_id AND coalesce(occasions.education_id, l.education_id) = l.education_id
  );
END;

CREATE TRIGGER education_to_part_held_update AFTER UPDATE OF education_id, education_part_id ON education_to_part
BEGIN
  UPDATE occasions SET held = EXISTS (
    SELECT 1 FROM education_to_part l
    WHERE l.education_part_id = occasions.education_part_id AND coalesce(occasions.education_id, l.education_id) = l.education_id
  ) WHERE education_part_id IN (old.education_part_id, new.education_part_id);
END;

DROP INDEX idx_occasions_desk;
CREATE INDEX idx_occasions_desk ON occasions (starts_at, id, ends_at, education_part_id, education_id, canceled_at, unsettled_count, held);
