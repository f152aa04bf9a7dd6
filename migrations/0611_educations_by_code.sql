-- Files name educations by title or code, in capitals or not. Without this every 2,000 rows of a file looked at all educations.
CREATE INDEX idx_educations_code_folded ON educations (lower(code));
