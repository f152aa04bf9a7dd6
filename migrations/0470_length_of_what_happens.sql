-- What is under way began no earlier than the longest takes, so nobody looks through all that is over.
CREATE INDEX idx_occasions_length ON occasions (julianday(ends_at) - julianday(starts_at));
CREATE INDEX idx_driver_exams_length ON driver_exams (julianday(ends_at) - julianday(starts_at));
