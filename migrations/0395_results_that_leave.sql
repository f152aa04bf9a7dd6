-- A result that is removed may leave its number to the next one. What was said and handed in for it must not come along:
-- its thread goes with it, and what was handed in is let go of until the daily sweep has removed its files.
CREATE TRIGGER results_removed AFTER DELETE ON education_part_results
BEGIN
  DELETE FROM comments WHERE education_part_result_id = old.id;
  UPDATE submissions SET education_part_result_id = -id WHERE education_part_result_id = old.id;
END;

DELETE FROM comments WHERE NOT EXISTS (SELECT 1 FROM education_part_results r WHERE r.id = comments.education_part_result_id);
UPDATE submissions SET education_part_result_id = -id
WHERE NOT EXISTS (SELECT 1 FROM education_part_results r WHERE r.id = submissions.education_part_result_id);
