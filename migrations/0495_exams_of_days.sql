-- The exams of a calendar's days are counted and picked along the index, without a look at their rows.
CREATE INDEX idx_driver_exams_calendar ON driver_exams (starts_at) WHERE canceled_at IS NULL;
