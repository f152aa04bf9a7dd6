-- Rows of an import are entered into these indexes when they are judged, not when they are uploaded as well. The first holds all that a
-- page of the preview is ordered by, the second finds one person and one education, whether the education is there or is still missing.
DROP INDEX idx_import_rows_person;
DROP INDEX idx_import_rows_user;
CREATE INDEX idx_import_rows_person ON import_rows (batch_id, person_key, status, row_number) WHERE status IS NOT NULL;
CREATE INDEX idx_import_rows_pair ON import_rows (batch_id, user_id, coalesce(education_id, education_key), row_number) WHERE status < 2;
