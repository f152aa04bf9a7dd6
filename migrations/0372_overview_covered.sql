-- The same, with the column that the condition is about: only so are the rows themselves left alone.
DROP INDEX idx_education_part_results_signed_up;
CREATE INDEX idx_education_part_results_signed_up ON education_part_results (signed_up_at, canceled, education_id, user_id, education_part_id) WHERE canceled = 0;
DROP INDEX idx_education_results_completed_at;
CREATE INDEX idx_education_results_completed_at ON education_results (completed_at, completed, education_id, user_id) WHERE completed = 1;
