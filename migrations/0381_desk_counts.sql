-- What the desk counts on each of its occasions is read from these alone, whoever may be counted.
DROP INDEX idx_education_part_results_unsettled;
CREATE INDEX idx_education_part_results_unsettled ON education_part_results (occasion_id, user_id, canceled, completed, attended) WHERE canceled = 0 AND completed = 0 AND attended IS NULL;
DROP INDEX idx_education_part_results_pending;
CREATE INDEX idx_education_part_results_pending ON education_part_results (occasion_id, user_id, canceled, signed_up_at) WHERE canceled = 0 AND signed_up_at IS NULL;
