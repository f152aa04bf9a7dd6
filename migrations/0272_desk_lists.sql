-- The desk: what is not settled or not answered on an occasion, and educations with those that are archived last.
CREATE INDEX idx_education_part_results_unsettled ON education_part_results (occasion_id) WHERE canceled = 0 AND completed = 0 AND attended IS NULL;
CREATE INDEX idx_education_part_results_pending ON education_part_results (occasion_id) WHERE canceled = 0 AND signed_up_at IS NULL;
CREATE INDEX idx_educations_archived_last ON educations (archived_at IS NOT NULL, title_key, id);
-- What judges an occasion, so that those of months are met without their rows.
CREATE INDEX idx_occasions_desk ON occasions (starts_at, id, ends_at, education_part_id, education_id, canceled_at);
