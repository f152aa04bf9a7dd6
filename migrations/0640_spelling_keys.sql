-- Code folds the words that misspelt questions are matched against, and writes them with the row (`toSearchWords` and `toSearchKey` in
-- src/server/api/text-matching.ts). The database counts in how many rows a word stands, because two writers may take or give up the same
-- word at the same moment; it reads no letters.

DROP TRIGGER users_said_insert;
DROP TRIGGER users_said_update;
DROP TRIGGER users_said_delete;
DROP TRIGGER educations_said_insert;
DROP TRIGGER educations_said_update;
DROP TRIGGER educations_said_delete;
DROP TRIGGER education_parts_said_insert;
DROP TRIGGER education_parts_said_update;
DROP TRIGGER education_parts_said_delete;
DROP TRIGGER education_categories_said_insert;
DROP TRIGGER education_categories_said_update;
DROP TRIGGER education_categories_said_delete;
DROP TRIGGER occasions_said_insert;
DROP TRIGGER occasions_said_update;
DROP TRIGGER occasions_said_delete;
DROP TRIGGER media_said_insert;
DROP TRIGGER media_said_update;
DROP TRIGGER media_said_delete;
DROP TRIGGER media_tags_said_insert;
DROP TRIGGER media_tags_said_update;
DROP TRIGGER media_tags_said_delete;
DROP TRIGGER count_said;
DROP VIEW said;
DROP TRIGGER educations_search_key_insert;
DROP TRIGGER educations_search_key_update;
DROP VIEW education_search_keys;

-- A JSON array of different words, each of three to forty letters.
ALTER TABLE users ADD COLUMN search_words text DEFAULT '[]' NOT NULL;
ALTER TABLE educations ADD COLUMN search_words text DEFAULT '[]' NOT NULL;
ALTER TABLE education_parts ADD COLUMN search_words text DEFAULT '[]' NOT NULL;
ALTER TABLE education_categories ADD COLUMN search_words text DEFAULT '[]' NOT NULL;
ALTER TABLE occasions ADD COLUMN search_words text DEFAULT '[]' NOT NULL;
ALTER TABLE media ADD COLUMN search_words text DEFAULT '[]' NOT NULL;
ALTER TABLE media_tags ADD COLUMN search_words text DEFAULT '[]' NOT NULL;
-- The words of the real name, for the day when the protection ends.
ALTER TABLE protected_identities ADD COLUMN search_words text DEFAULT '[]' NOT NULL;

-- Counts the words of a person that is new.
CREATE TRIGGER users_words_counted_insert AFTER INSERT ON users
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'users', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
END;

-- Counts the words of a person that has another name, and gives up those of the name before.
CREATE TRIGGER users_words_counted_update AFTER UPDATE OF search_words ON users WHEN new.search_words <> old.search_words
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'users', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'users' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Gives up the words of a person that is deleted: `spelling_ends` removes a word after its last use.
CREATE TRIGGER users_words_counted_delete AFTER DELETE ON users
BEGIN
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'users' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Counts the words of an education that is new.
CREATE TRIGGER educations_words_counted_insert AFTER INSERT ON educations
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'catalogue', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
END;

-- Counts the words of an education that has another name, and gives up those of the name before.
CREATE TRIGGER educations_words_counted_update AFTER UPDATE OF search_words ON educations WHEN new.search_words <> old.search_words
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'catalogue', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'catalogue' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Gives up the words of an education that is deleted: `spelling_ends` removes a word after its last use.
CREATE TRIGGER educations_words_counted_delete AFTER DELETE ON educations
BEGIN
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'catalogue' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Counts the words of a part that is new.
CREATE TRIGGER education_parts_words_counted_insert AFTER INSERT ON education_parts
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'catalogue', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
END;

-- Counts the words of a part that has another name, and gives up those of the name before.
CREATE TRIGGER education_parts_words_counted_update AFTER UPDATE OF search_words ON education_parts WHEN new.search_words <> old.search_words
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'catalogue', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'catalogue' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Gives up the words of a part that is deleted: `spelling_ends` removes a word after its last use.
CREATE TRIGGER education_parts_words_counted_delete AFTER DELETE ON education_parts
BEGIN
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'catalogue' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Counts the words of a category that is new.
CREATE TRIGGER education_categories_words_counted_insert AFTER INSERT ON education_categories
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'catalogue', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
END;

-- Counts the words of a category that has another name, and gives up those of the name before.
CREATE TRIGGER education_categories_words_counted_update AFTER UPDATE OF search_words ON education_categories WHEN new.search_words <> old.search_words
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'catalogue', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'catalogue' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Gives up the words of a category that is deleted: `spelling_ends` removes a word after its last use.
CREATE TRIGGER education_categories_words_counted_delete AFTER DELETE ON education_categories
BEGIN
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'catalogue' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Counts the words of an occasion that is new.
CREATE TRIGGER occasions_words_counted_insert AFTER INSERT ON occasions
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'catalogue', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
END;

-- Counts the words of an occasion that has another name, and gives up those of the name before.
CREATE TRIGGER occasions_words_counted_update AFTER UPDATE OF search_words ON occasions WHEN new.search_words <> old.search_words
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'catalogue', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'catalogue' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Gives up the words of an occasion that is deleted: `spelling_ends` removes a word after its last use.
CREATE TRIGGER occasions_words_counted_delete AFTER DELETE ON occasions
BEGIN
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'catalogue' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Counts the words of a medium that is new.
CREATE TRIGGER media_words_counted_insert AFTER INSERT ON media
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'media', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
END;

-- Counts the words of a medium that has another name, and gives up those of the name before.
CREATE TRIGGER media_words_counted_update AFTER UPDATE OF search_words ON media WHEN new.search_words <> old.search_words
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'media', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'media' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Gives up the words of a medium that is deleted: `spelling_ends` removes a word after its last use.
CREATE TRIGGER media_words_counted_delete AFTER DELETE ON media
BEGIN
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'media' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Counts the words of a tag that is new.
CREATE TRIGGER media_tags_words_counted_insert AFTER INSERT ON media_tags
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'media', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
END;

-- Counts the words of a tag that has another name, and gives up those of the name before.
CREATE TRIGGER media_tags_words_counted_update AFTER UPDATE OF search_words ON media_tags WHEN new.search_words <> old.search_words
BEGIN
  INSERT INTO spellings (vocabulary, word, uses) SELECT 'media', value, 1 FROM json_each(new.search_words) WHERE true
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + 1;
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'media' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- Gives up the words of a tag that is deleted: `spelling_ends` removes a word after its last use.
CREATE TRIGGER media_tags_words_counted_delete AFTER DELETE ON media_tags
BEGIN
  UPDATE spellings SET uses = uses - 1 WHERE vocabulary = 'media' AND word IN (SELECT value FROM json_each(old.search_words));
END;

-- The names of rows from before, which get their words here, once; the triggers above count them from nothing.
CREATE TABLE unfolded (place text NOT NULL, id integer NOT NULL, text text NOT NULL, words text, PRIMARY KEY (place, id)) WITHOUT ROWID;
-- An erased person's row never changes, and nobody looks for it.
INSERT INTO unfolded (place, id, text) SELECT 'users', id, first_name || ' ' || last_name FROM users WHERE erased_at IS NULL;
INSERT INTO unfolded (place, id, text) SELECT 'protected_identities', user_id, first_name || ' ' || last_name FROM protected_identities;
INSERT INTO unfolded (place, id, text) SELECT 'educations', id, title || ' ' || coalesce(code, '') FROM educations;
INSERT INTO unfolded (place, id, text) SELECT 'education_parts', id, title FROM education_parts;
INSERT INTO unfolded (place, id, text) SELECT 'education_categories', id, name FROM education_categories;
INSERT INTO unfolded (place, id, text)
SELECT 'occasions', id, coalesce(title, '') || ' ' || city || ' ' || coalesce(venue, '') FROM occasions;
INSERT INTO unfolded (place, id, text) SELECT 'media', id, title FROM media;
INSERT INTO unfolded (place, id, text) SELECT 'media_tags', id, name FROM media_tags;

UPDATE unfolded SET words = (
  WITH read (at, sign, rest) AS (
    SELECT 1, substr(text, 1, 1), substr(text, 2)
    UNION ALL
    SELECT at + 1, substr(rest, 1, 1), substr(rest, 2) FROM read WHERE rest <> ''
  )
  SELECT json_group_array(DISTINCT substr(value, 1, 40)) FROM json_each((
    SELECT '["' || replace(group_concat(letter, ''), ' ', '","') || '"]' FROM (
      SELECT CASE
        WHEN unicode(sign) < 128 THEN iif(sign GLOB '[a-zA-Z0-9]', lower(sign), ' ')
        WHEN unicode(sign) < 192 OR unicode(sign) IN (215, 247) OR unicode(sign) BETWEEN 8192 AND 12287 THEN ' '
        ELSE coalesce((SELECT plain FROM letters WHERE marked = sign), sign)
      END AS letter FROM read ORDER BY at
    )
  )) WHERE length(value) >= 3
);

DELETE FROM spelling_keys;
DELETE FROM spellings;
UPDATE users SET search_words = (SELECT words FROM unfolded u WHERE u.place = 'users' AND u.id = users.id) WHERE erased_at IS NULL;
UPDATE protected_identities
SET search_words = (SELECT words FROM unfolded u WHERE u.place = 'protected_identities' AND u.id = protected_identities.user_id);
UPDATE educations SET search_words = (SELECT words FROM unfolded u WHERE u.place = 'educations' AND u.id = educations.id);
UPDATE education_parts SET search_words = (SELECT words FROM unfolded u WHERE u.place = 'education_parts' AND u.id = education_parts.id);
UPDATE education_categories
SET search_words = (SELECT words FROM unfolded u WHERE u.place = 'education_categories' AND u.id = education_categories.id);
UPDATE occasions SET search_words = (SELECT words FROM unfolded u WHERE u.place = 'occasions' AND u.id = occasions.id);
UPDATE media SET search_words = (SELECT words FROM unfolded u WHERE u.place = 'media' AND u.id = media.id);
UPDATE media_tags SET search_words = (SELECT words FROM unfolded u WHERE u.place = 'media_tags' AND u.id = media_tags.id);

DROP TABLE unfolded;
DROP TABLE letters;
