-- The board tells of each of the day's own jobs how it went the last time.
CREATE INDEX idx_jobs_kind ON jobs (kind, created_at);
