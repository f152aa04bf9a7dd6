-- Sign-ups and completions by their moment, with what the overview and the reports count, so that a period is met without its rows.
CREATE INDEX idx_education_part_results_signed_up ON education_part_results (signed_up_at, education_id, user_id, education_part_id) WHERE canceled = 0;
CREATE INDEX idx_education_results_signed_up ON education_results (signed_up_at, education_id, user_id);
CREATE INDEX idx_education_results_completed_at ON education_results (completed_at, education_id, user_id) WHERE completed = 1;
