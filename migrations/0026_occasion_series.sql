-- Series of occasions: those that one repetition created, which can be changed together.

-- One repetition. Its occasions name it; an occasion that was created alone has none.
CREATE TABLE occasion_series (
  id integer PRIMARY KEY NOT NULL,
  created_at text NOT NULL
);

ALTER TABLE occasions ADD COLUMN series_id integer REFERENCES occasion_series(id);

-- Serves the occasions of a series by time.
CREATE INDEX idx_occasions_series ON occasions (series_id, starts_at) WHERE series_id IS NOT NULL;
