-- Examinations in subscribed calendars: the number that tells a calendar that one has changed, kept rising as that of occasions is.
ALTER TABLE driver_exams ADD calendar_sequence integer DEFAULT 0 NOT NULL;

CREATE TRIGGER driver_exams_calendar_changed AFTER UPDATE OF
  starts_at, ends_at, title, city, venue, address, canceled_at ON driver_exams
WHEN old.starts_at IS NOT new.starts_at OR old.ends_at IS NOT new.ends_at OR old.title IS NOT new.title
  OR old.city IS NOT new.city OR old.venue IS NOT new.venue OR old.address IS NOT new.address
  OR old.canceled_at IS NOT new.canceled_at
BEGIN
  UPDATE driver_exams SET calendar_sequence = calendar_sequence + 1 WHERE id = new.id;
END;

-- A person's own number is the examination's and one for each sign-up, approval and cancellation there. One that leaves takes up to
-- three with it, and a cancellation that is taken back one, so the examination is raised by more.
CREATE TRIGGER results_exam_calendar_removed AFTER DELETE ON education_part_results
WHEN old.practical_driver_exam_id IS NOT NULL
BEGIN
  UPDATE driver_exams SET calendar_sequence = calendar_sequence + 3 WHERE id = old.practical_driver_exam_id;
END;

CREATE TRIGGER results_exam_calendar_restored AFTER UPDATE OF canceled ON education_part_results
WHEN old.practical_driver_exam_id IS NOT NULL AND old.canceled = 1 AND new.canceled = 0
BEGIN
  UPDATE driver_exams SET calendar_sequence = calendar_sequence + 2 WHERE id = new.practical_driver_exam_id;
END;
