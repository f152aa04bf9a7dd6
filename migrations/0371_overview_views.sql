-- What somebody has chosen on the overview, by a name of their own.
CREATE TABLE overview_views (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX idx_overview_views_user ON overview_views (user_id,name);
-- A person's own list stays one that can be read.
CREATE TRIGGER overview_views_enough BEFORE INSERT ON overview_views
WHEN NOT EXISTS (SELECT 1 FROM overview_views WHERE user_id = new.user_id AND name = new.name)
BEGIN
  SELECT raise(ABORT, 'views_enough') WHERE (SELECT count(*) FROM overview_views WHERE user_id = new.user_id) >= 50;
END;
