-- Jobs that somebody starts and follows: who asked, when a run began, and what came of it; state 5 is canceled.

ALTER TABLE jobs ADD requested_by_user_id integer;
ALTER TABLE jobs ADD started_at text;
ALTER TABLE jobs ADD result text;

CREATE INDEX idx_jobs_listed ON jobs (state, created_at, id);
CREATE INDEX idx_jobs_created ON jobs (created_at, id);
