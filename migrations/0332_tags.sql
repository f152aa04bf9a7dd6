-- Tags: occasions of different parts of one education that are chosen together.

CREATE TABLE tags (
  id integer PRIMARY KEY NOT NULL,
  education_id integer NOT NULL,
  name text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);
CREATE UNIQUE INDEX idx_tags_name ON tags (education_id, name);

ALTER TABLE occasions ADD tag_id integer;

-- One occasion of each part; a canceled one makes room for another.
CREATE UNIQUE INDEX idx_occasions_tag ON occasions (tag_id, education_part_id) WHERE tag_id IS NOT NULL AND canceled_at IS NULL;

-- Who is on an occasion already has not chosen what it would be tied to.
CREATE TRIGGER occasions_tagged_while_empty BEFORE UPDATE OF tag_id ON occasions
WHEN new.tag_id IS NOT NULL AND new.tag_id IS NOT old.tag_id AND old.booked_count > 0
BEGIN
  SELECT raise(ABORT, 'tag_occasion_booked');
END;
