-- Saved views of every list of the office. They replace those of the overview, whose table goes with a later release.

-- The filter of a list that a person has saved under a name, as a query.
CREATE TABLE saved_views (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  is_shared integer NOT NULL,
  created_at text NOT NULL
);

-- Serves a person's views of a list; names are unique for each person and list.
CREATE UNIQUE INDEX idx_saved_views_user ON saved_views (user_id, list, name);

-- Serves the shared views of a list.
CREATE INDEX idx_saved_views_list ON saved_views (list, is_shared);

-- A person saves at most 50 views of a list, so that they stay readable.
CREATE TRIGGER saved_views_enough BEFORE INSERT ON saved_views
WHEN NOT EXISTS (SELECT 1 FROM saved_views WHERE user_id = new.user_id AND list = new.list AND name = new.name)
BEGIN
  SELECT raise(ABORT, 'views_enough')
  WHERE (SELECT count(*) FROM saved_views WHERE user_id = new.user_id AND list = new.list) >= 50;
END;

INSERT INTO saved_views (user_id, list, name, query, is_shared, created_at)
SELECT user_id, 'overview', name, substr(address, length('/oversikt?') + 1), 0, created_at
FROM overview_views WHERE address = '/oversikt' OR address LIKE '/oversikt?%';
