-- The catalogue in its reader's order, and search that is kept by triggers: words (whole and begun, å as a and ö as o)
-- and trigrams (parts of compounds, and candidates for misspelt words).

-- Swedish order for any å, ä and ö: `{` follows z.
ALTER TABLE educations ADD COLUMN title_key text GENERATED ALWAYS AS (
  replace(replace(replace(replace(replace(replace(lower(title), 'å', '{a'), 'Å', '{a'), 'ä', '{b'), 'Ä', '{b'), 'ö', '{c'), 'Ö', '{c')
) VIRTUAL;
CREATE INDEX idx_educations_title_key ON educations (title_key, id);
CREATE INDEX idx_educations_listed ON educations (title_key, id) WHERE published_at IS NOT NULL AND archived_at IS NULL;
CREATE INDEX idx_education_results_user ON education_results (user_id, education_id);

CREATE VIRTUAL TABLE educations_words USING fts5 (title, code, parts, categories, summary, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');
CREATE VIRTUAL TABLE educations_trigrams USING fts5 (title, parts, tokenize = "trigram remove_diacritics 1");
CREATE VIRTUAL TABLE occasions_words USING fts5 (title, place, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');
CREATE VIRTUAL TABLE occasions_trigrams USING fts5 (title, place, tokenize = "trigram remove_diacritics 1");
CREATE VIRTUAL TABLE media_words USING fts5 (title, tags, description, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');
CREATE VIRTUAL TABLE media_trigrams USING fts5 (title, tags, tokenize = "trigram remove_diacritics 1");
CREATE VIRTUAL TABLE users_words USING fts5 (name, account, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');
CREATE VIRTUAL TABLE users_trigrams USING fts5 (name, tokenize = "trigram remove_diacritics 1");

-- What each is found by.
CREATE VIEW education_documents AS
SELECT e.id, e.title, coalesce(e.code, '') AS code,
  coalesce((SELECT group_concat(p.title, ' · ') FROM education_to_part ep JOIN education_parts p ON p.id = ep.education_part_id WHERE ep.education_id = e.id), '') AS parts,
  coalesce((SELECT group_concat(c.name, ' · ') FROM education_to_category ec JOIN education_categories c ON c.id = ec.education_category_id WHERE ec.education_id = e.id), '') AS categories,
  coalesce(e.short_description, '') || ' · ' || coalesce(e.target_group, '') AS summary
FROM educations e;

CREATE VIEW occasion_documents AS
SELECT o.id,
  coalesce(o.title, '') || ' · ' || coalesce(p.title, '') || ' · ' || coalesce((
    SELECT group_concat(e.title, ' · ') FROM education_to_part ep JOIN educations e ON e.id = ep.education_id
    WHERE ep.education_part_id = o.education_part_id AND (o.education_id IS NULL OR o.education_id = e.id)
  ), '') AS title,
  o.city || ' · ' || coalesce(o.venue, '') AS place
FROM occasions o LEFT JOIN education_parts p ON p.id = o.education_part_id;

CREATE VIEW media_documents AS
SELECT m.id, m.title, coalesce(m.description, '') AS description,
  coalesce((SELECT group_concat(t.name, ' · ') FROM media_to_tag mt JOIN media_tags t ON t.id = mt.media_tag_id WHERE mt.media_id = m.id), '') AS tags
FROM media m;

CREATE VIEW user_documents AS
SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.user_name || ' ' || coalesce(u.email, '') AS account FROM users u;

-- Inserting an id here indexes its document anew; one that is gone is dropped.
CREATE VIEW indexed_educations AS SELECT id FROM educations;
CREATE TRIGGER index_education INSTEAD OF INSERT ON indexed_educations
BEGIN
  DELETE FROM educations_words WHERE rowid = new.id;
  DELETE FROM educations_trigrams WHERE rowid = new.id;
  INSERT INTO educations_words (rowid, title, code, parts, categories, summary)
  SELECT id, title, code, parts, categories, summary FROM education_documents WHERE id = new.id;
  INSERT INTO educations_trigrams (rowid, title, parts) SELECT id, title, parts FROM education_documents WHERE id = new.id;
END;

CREATE VIEW indexed_occasions AS SELECT id FROM occasions;
CREATE TRIGGER index_occasion INSTEAD OF INSERT ON indexed_occasions
BEGIN
  DELETE FROM occasions_words WHERE rowid = new.id;
  DELETE FROM occasions_trigrams WHERE rowid = new.id;
  INSERT INTO occasions_words (rowid, title, place) SELECT id, title, place FROM occasion_documents WHERE id = new.id;
  INSERT INTO occasions_trigrams (rowid, title, place) SELECT id, title, place FROM occasion_documents WHERE id = new.id;
END;

CREATE VIEW indexed_media AS SELECT id FROM media;
CREATE TRIGGER index_medium INSTEAD OF INSERT ON indexed_media
BEGIN
  DELETE FROM media_words WHERE rowid = new.id;
  DELETE FROM media_trigrams WHERE rowid = new.id;
  INSERT INTO media_words (rowid, title, tags, description) SELECT id, title, tags, description FROM media_documents WHERE id = new.id;
  INSERT INTO media_trigrams (rowid, title, tags) SELECT id, title, tags FROM media_documents WHERE id = new.id;
END;

CREATE VIEW indexed_users AS SELECT id FROM users;
CREATE TRIGGER index_user INSTEAD OF INSERT ON indexed_users
BEGIN
  DELETE FROM users_words WHERE rowid = new.id;
  DELETE FROM users_trigrams WHERE rowid = new.id;
  INSERT INTO users_words (rowid, name, account) SELECT id, name, account FROM user_documents WHERE id = new.id;
  INSERT INTO users_trigrams (rowid, name) SELECT id, name FROM user_documents WHERE id = new.id;
END;

-- Whatever changes a document indexes it.
CREATE TRIGGER educations_indexed_insert AFTER INSERT ON educations
BEGIN
  INSERT INTO indexed_educations (id) VALUES (new.id);
END;

CREATE TRIGGER educations_indexed_update AFTER UPDATE OF title, code, short_description, target_group ON educations
BEGIN
  INSERT INTO indexed_educations (id) VALUES (new.id);
  INSERT INTO indexed_occasions (id)
  SELECT o.id FROM education_to_part ep JOIN occasions o ON o.education_part_id = ep.education_part_id
  WHERE ep.education_id = new.id AND old.title IS NOT new.title;
END;

CREATE TRIGGER educations_indexed_delete AFTER DELETE ON educations
BEGIN
  INSERT INTO indexed_educations (id) VALUES (old.id);
END;

CREATE TRIGGER education_to_part_indexed_insert AFTER INSERT ON education_to_part
BEGIN
  INSERT INTO indexed_educations (id) VALUES (new.education_id);
  INSERT INTO indexed_occasions (id) SELECT id FROM occasions WHERE education_part_id = new.education_part_id;
END;

CREATE TRIGGER education_to_part_indexed_delete AFTER DELETE ON education_to_part
BEGIN
  INSERT INTO indexed_educations (id) VALUES (old.education_id);
  INSERT INTO indexed_occasions (id) SELECT id FROM occasions WHERE education_part_id = old.education_part_id;
END;

CREATE TRIGGER education_to_category_indexed_insert AFTER INSERT ON education_to_category
BEGIN
  INSERT INTO indexed_educations (id) VALUES (new.education_id);
END;

CREATE TRIGGER education_to_category_indexed_delete AFTER DELETE ON education_to_category
BEGIN
  INSERT INTO indexed_educations (id) VALUES (old.education_id);
END;

CREATE TRIGGER education_categories_indexed_update AFTER UPDATE OF name ON education_categories
BEGIN
  INSERT INTO indexed_educations (id) SELECT education_id FROM education_to_category WHERE education_category_id = new.id;
END;

CREATE TRIGGER education_parts_indexed_insert AFTER INSERT ON education_parts
BEGIN
  INSERT INTO indexed_educations (id) SELECT education_id FROM education_to_part WHERE education_part_id = new.id;
  INSERT INTO indexed_occasions (id) SELECT id FROM occasions WHERE education_part_id = new.id;
END;

CREATE TRIGGER education_parts_indexed_update AFTER UPDATE OF title ON education_parts
BEGIN
  INSERT INTO indexed_educations (id) SELECT education_id FROM education_to_part WHERE education_part_id = new.id;
  INSERT INTO indexed_occasions (id) SELECT id FROM occasions WHERE education_part_id = new.id;
END;

CREATE TRIGGER occasions_indexed_insert AFTER INSERT ON occasions
BEGIN
  INSERT INTO indexed_occasions (id) VALUES (new.id);
END;

CREATE TRIGGER occasions_indexed_update AFTER UPDATE OF title, city, venue, education_part_id, education_id ON occasions
BEGIN
  INSERT INTO indexed_occasions (id) VALUES (new.id);
END;

CREATE TRIGGER occasions_indexed_delete AFTER DELETE ON occasions
BEGIN
  INSERT INTO indexed_occasions (id) VALUES (old.id);
END;

CREATE TRIGGER media_indexed_insert AFTER INSERT ON media
BEGIN
  INSERT INTO indexed_media (id) VALUES (new.id);
END;

CREATE TRIGGER media_indexed_update AFTER UPDATE OF title, description ON media
BEGIN
  INSERT INTO indexed_media (id) VALUES (new.id);
END;

CREATE TRIGGER media_indexed_delete AFTER DELETE ON media
BEGIN
  INSERT INTO indexed_media (id) VALUES (old.id);
END;

CREATE TRIGGER media_to_tag_indexed_insert AFTER INSERT ON media_to_tag
BEGIN
  INSERT INTO indexed_media (id) VALUES (new.media_id);
END;

CREATE TRIGGER media_to_tag_indexed_delete AFTER DELETE ON media_to_tag
BEGIN
  INSERT INTO indexed_media (id) VALUES (old.media_id);
END;

CREATE TRIGGER media_tags_indexed_update AFTER UPDATE OF name ON media_tags
BEGIN
  INSERT INTO indexed_media (id) SELECT media_id FROM media_to_tag WHERE media_tag_id = new.id;
END;

CREATE TRIGGER users_indexed_insert AFTER INSERT ON users
BEGIN
  INSERT INTO indexed_users (id) VALUES (new.id);
END;

CREATE TRIGGER users_indexed_update AFTER UPDATE OF first_name, last_name, user_name, email ON users
BEGIN
  INSERT INTO indexed_users (id) VALUES (new.id);
END;

CREATE TRIGGER users_indexed_delete AFTER DELETE ON users
BEGIN
  INSERT INTO indexed_users (id) VALUES (old.id);
END;

INSERT INTO indexed_educations (id) SELECT id FROM educations;
INSERT INTO indexed_occasions (id) SELECT id FROM occasions;
INSERT INTO indexed_media (id) SELECT id FROM media;
INSERT INTO indexed_users (id) SELECT id FROM users;
