-- What was purged last of the answers that the edge keeps, by tag: one row, read with every session.
CREATE TABLE purges (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  versions TEXT NOT NULL CHECK (json_valid(versions))
);

INSERT INTO purges (id, versions) VALUES (1, '{}');
