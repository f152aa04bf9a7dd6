-- Search: full-text indexes by words and trigrams, and keys for misspelt words, all maintained by triggers.

-- Full-text index of educations by whole words and their beginnings, diacritics ignored.
CREATE VIRTUAL TABLE educations_words USING fts5 (title, code, parts, categories, summary, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');

-- Full-text index of educations by trigrams: parts of compounds, and candidates for misspelt words.
CREATE VIRTUAL TABLE educations_trigrams USING fts5 (title, parts, tokenize = "trigram remove_diacritics 1");

-- The text that an education is found by.
CREATE VIEW education_documents AS
SELECT e.id, e.title, coalesce(e.code, '') AS code,
  coalesce((SELECT group_concat(p.title, ' · ') FROM education_to_part ep JOIN education_parts p ON p.id = ep.education_part_id WHERE ep.education_id = e.id), '') AS parts,
  coalesce((SELECT group_concat(c.name, ' · ') FROM education_to_category ec JOIN education_categories c ON c.id = ec.education_category_id WHERE ec.education_id = e.id), '') AS categories,
  coalesce(e.short_description, '') || ' · ' || coalesce(e.target_group, '') AS summary
FROM educations e;

-- Inserting an id indexes the education again; one that no longer exists is removed from the index.
CREATE VIEW indexed_educations AS SELECT id FROM educations;

-- Replaces the education's rows in both full-text indexes.
CREATE TRIGGER index_education INSTEAD OF INSERT ON indexed_educations
BEGIN
  DELETE FROM educations_words WHERE rowid = new.id;
  DELETE FROM educations_trigrams WHERE rowid = new.id;
  INSERT INTO educations_words (rowid, title, code, parts, categories, summary)
  SELECT id, title, code, parts, categories, summary FROM education_documents WHERE id = new.id;
  INSERT INTO educations_trigrams (rowid, title, parts) SELECT id, title, parts FROM education_documents WHERE id = new.id;
END;

-- Full-text index of occasions by words.
CREATE VIRTUAL TABLE occasions_words USING fts5 (title, place, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');

-- Full-text index of occasions by trigrams.
CREATE VIRTUAL TABLE occasions_trigrams USING fts5 (title, place, tokenize = "trigram remove_diacritics 1");

-- The text that an occasion is found by.
CREATE VIEW occasion_documents AS
SELECT o.id,
  coalesce(o.title, '') || ' · ' || coalesce(p.title, '') || ' · ' || coalesce((
    SELECT group_concat(e.title, ' · ') FROM education_to_part ep JOIN educations e ON e.id = ep.education_id
    WHERE ep.education_part_id = o.education_part_id AND (o.education_id IS NULL OR o.education_id = e.id)
  ), '') AS title,
  o.city || ' · ' || coalesce(o.venue, '') AS place
FROM occasions o LEFT JOIN education_parts p ON p.id = o.education_part_id;

-- Inserting an id indexes the occasion again.
CREATE VIEW indexed_occasions AS SELECT id FROM occasions;

-- Replaces the occasion's rows in both full-text indexes.
CREATE TRIGGER index_occasion INSTEAD OF INSERT ON indexed_occasions
BEGIN
  DELETE FROM occasions_words WHERE rowid = new.id;
  DELETE FROM occasions_trigrams WHERE rowid = new.id;
  INSERT INTO occasions_words (rowid, title, place) SELECT id, title, place FROM occasion_documents WHERE id = new.id;
  INSERT INTO occasions_trigrams (rowid, title, place) SELECT id, title, place FROM occasion_documents WHERE id = new.id;
END;

-- Full-text index of media by words.
CREATE VIRTUAL TABLE media_words USING fts5 (title, tags, description, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');

-- Full-text index of media by trigrams.
CREATE VIRTUAL TABLE media_trigrams USING fts5 (title, tags, tokenize = "trigram remove_diacritics 1");

-- The text that a medium is found by.
CREATE VIEW media_documents AS
SELECT m.id, m.title, coalesce(m.description, '') AS description,
  coalesce((SELECT group_concat(t.name, ' · ') FROM media_to_tag mt JOIN media_tags t ON t.id = mt.media_tag_id WHERE mt.media_id = m.id), '') AS tags
FROM media m;

-- Inserting an id indexes the medium again.
CREATE VIEW indexed_media AS SELECT id FROM media;

-- Replaces the medium's rows in both full-text indexes.
CREATE TRIGGER index_medium INSTEAD OF INSERT ON indexed_media
BEGIN
  DELETE FROM media_words WHERE rowid = new.id;
  DELETE FROM media_trigrams WHERE rowid = new.id;
  INSERT INTO media_words (rowid, title, tags, description) SELECT id, title, tags, description FROM media_documents WHERE id = new.id;
  INSERT INTO media_trigrams (rowid, title, tags) SELECT id, title, tags FROM media_documents WHERE id = new.id;
END;

-- Full-text index of people by words of name, account and organisations.
CREATE VIRTUAL TABLE users_words USING fts5 (name, account, organizations, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');

-- Overwrites what it deletes, so that no name remains in the pages of the index.
INSERT INTO users_words (users_words, rank) VALUES ('secure-delete', 1);

-- Full-text index of people by trigrams of the name.
CREATE VIRTUAL TABLE users_trigrams USING fts5 (name, tokenize = "trigram remove_diacritics 1");

INSERT INTO users_trigrams (users_trigrams, rank) VALUES ('secure-delete', 1);

-- The text that a person is found by. An external user has no organisations, whatever the register still holds.
CREATE VIEW user_documents AS
SELECT u.id, u.first_name || ' ' || u.last_name AS name,
  u.user_name || ' ' || coalesce(u.email, '') || ' ' || coalesce(u.external_person_id, '') AS account,
  coalesce((
    SELECT group_concat(o.name || ' ' || coalesce(o.short_name, ''), ' · ') FROM user_organizations m
    JOIN organizations o ON o.id = m.organization_id WHERE m.user_id = u.id AND u.is_external = 0
  ), '') AS organizations
FROM users u;

-- Inserting an id indexes the person again.
CREATE VIEW indexed_users AS SELECT id FROM users;

-- Replaces the person's rows in both full-text indexes.
CREATE TRIGGER index_user INSTEAD OF INSERT ON indexed_users
BEGIN
  DELETE FROM users_words WHERE rowid = new.id;
  DELETE FROM users_trigrams WHERE rowid = new.id;
  INSERT INTO users_words (rowid, name, account, organizations)
  SELECT id, name, account, organizations FROM user_documents WHERE id = new.id;
  INSERT INTO users_trigrams (rowid, name) SELECT id, name FROM user_documents WHERE id = new.id;
END;

-- Full-text index of people with a protected identity, for superadministrators.
CREATE VIRTUAL TABLE protected_words USING fts5 (name, account, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');

-- Words of each vocabulary and how often each is used, to suggest corrections of misspelt words.
CREATE TABLE spellings (
  vocabulary text NOT NULL,
  word text NOT NULL,
  uses integer NOT NULL,
  PRIMARY KEY (vocabulary, word)
) WITHOUT ROWID;

-- A new word gets its keys.
CREATE TRIGGER spelling_begins AFTER INSERT ON spellings
BEGIN
  INSERT INTO spelling_keys (vocabulary, key, word)
  SELECT vocabulary, key, word FROM keys_of_spellings WHERE vocabulary = new.vocabulary AND word = new.word;
END;

-- A word that is no longer used disappears with its keys.
CREATE TRIGGER spelling_ends AFTER UPDATE OF uses ON spellings WHEN new.uses <= 0
BEGIN
  DELETE FROM spelling_keys WHERE vocabulary = new.vocabulary AND word = new.word
    AND key IN (SELECT key FROM keys_of_spellings WHERE vocabulary = new.vocabulary AND word = new.word);
  DELETE FROM spellings WHERE vocabulary = new.vocabulary AND word = new.word;
END;

-- Keys of words: the first four and five letters, whole and with one letter left out. Words with a key in common are candidates for each
-- other.
CREATE TABLE spelling_keys (
  vocabulary text NOT NULL,
  key text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (vocabulary, key, word)
) WITHOUT ROWID;

-- The keys of each word.
CREATE VIEW keys_of_spellings AS
SELECT DISTINCT s.vocabulary, s.word,
  size.value || ':' || substr(substr(s.word, 1, size.value), 1, gap.value - 1) || substr(substr(s.word, 1, size.value), gap.value + 1) AS key
FROM spellings s CROSS JOIN json_each('[4,5]') size CROSS JOIN json_each('[1,2,3,4,5,6]') gap
WHERE gap.value <= length(substr(s.word, 1, size.value)) + 1;

-- A new education is found at once.
CREATE TRIGGER educations_indexed_insert AFTER INSERT ON educations
BEGIN
  INSERT INTO indexed_educations (id) VALUES (new.id);
END;

-- A changed text is found at once; occasions are found by the titles of their educations, so they follow a changed title.
CREATE TRIGGER educations_indexed_update AFTER UPDATE OF title, code, short_description, target_group ON educations
BEGIN
  INSERT INTO indexed_educations (id) VALUES (new.id);
  INSERT INTO indexed_occasions (id)
  SELECT o.id FROM education_to_part ep JOIN occasions o ON o.education_part_id = ep.education_part_id
  WHERE ep.education_id = new.id AND old.title IS NOT new.title;
END;

-- A deleted education is no longer found.
CREATE TRIGGER educations_indexed_delete AFTER DELETE ON educations
BEGIN
  INSERT INTO indexed_educations (id) VALUES (old.id);
END;

-- An education is found by its parts, and their occasions by the education.
CREATE TRIGGER education_to_part_indexed_insert AFTER INSERT ON education_to_part
BEGIN
  INSERT INTO indexed_educations (id) VALUES (new.education_id);
  INSERT INTO indexed_occasions (id) SELECT id FROM occasions WHERE education_part_id = new.education_part_id;
END;

-- A removed part no longer leads to the education, nor the education to its occasions.
CREATE TRIGGER education_to_part_indexed_delete AFTER DELETE ON education_to_part
BEGIN
  INSERT INTO indexed_educations (id) VALUES (old.education_id);
  INSERT INTO indexed_occasions (id) SELECT id FROM occasions WHERE education_part_id = old.education_part_id;
END;

-- An education is found by its categories.
CREATE TRIGGER education_to_category_indexed_insert AFTER INSERT ON education_to_category
BEGIN
  INSERT INTO indexed_educations (id) VALUES (new.education_id);
END;

-- A removed category no longer leads to the education.
CREATE TRIGGER education_to_category_indexed_delete AFTER DELETE ON education_to_category
BEGIN
  INSERT INTO indexed_educations (id) VALUES (old.education_id);
END;

-- A renamed category leads to its educations by the new name.
CREATE TRIGGER education_categories_indexed_update AFTER UPDATE OF name ON education_categories
BEGIN
  INSERT INTO indexed_educations (id) SELECT education_id FROM education_to_category WHERE education_category_id = new.id;
END;

-- A part may arrive after its links when both come from another system.
CREATE TRIGGER education_parts_indexed_insert AFTER INSERT ON education_parts
BEGIN
  INSERT INTO indexed_educations (id) SELECT education_id FROM education_to_part WHERE education_part_id = new.id;
  INSERT INTO indexed_occasions (id) SELECT id FROM occasions WHERE education_part_id = new.id;
END;

-- A renamed part leads to its educations and occasions by the new name.
CREATE TRIGGER education_parts_indexed_update AFTER UPDATE OF title ON education_parts
BEGIN
  INSERT INTO indexed_educations (id) SELECT education_id FROM education_to_part WHERE education_part_id = new.id;
  INSERT INTO indexed_occasions (id) SELECT id FROM occasions WHERE education_part_id = new.id;
END;

-- A new occasion is found at once.
CREATE TRIGGER occasions_indexed_insert AFTER INSERT ON occasions
BEGIN
  INSERT INTO indexed_occasions (id) VALUES (new.id);
END;

-- A changed title or place is found at once.
CREATE TRIGGER occasions_indexed_update AFTER UPDATE OF title, city, venue, education_part_id, education_id ON occasions
BEGIN
  INSERT INTO indexed_occasions (id) VALUES (new.id);
END;

-- A deleted occasion is no longer found.
CREATE TRIGGER occasions_indexed_delete AFTER DELETE ON occasions
BEGIN
  INSERT INTO indexed_occasions (id) VALUES (old.id);
END;

-- A new medium is found at once.
CREATE TRIGGER media_indexed_insert AFTER INSERT ON media
BEGIN
  INSERT INTO indexed_media (id) VALUES (new.id);
END;

-- A changed text is found at once.
CREATE TRIGGER media_indexed_update AFTER UPDATE OF title, description ON media
BEGIN
  INSERT INTO indexed_media (id) VALUES (new.id);
END;

-- A deleted medium is no longer found.
CREATE TRIGGER media_indexed_delete AFTER DELETE ON media
BEGIN
  INSERT INTO indexed_media (id) VALUES (old.id);
END;

-- A medium is found by its tags.
CREATE TRIGGER media_to_tag_indexed_insert AFTER INSERT ON media_to_tag
BEGIN
  INSERT INTO indexed_media (id) VALUES (new.media_id);
END;

-- A removed tag no longer leads to the medium.
CREATE TRIGGER media_to_tag_indexed_delete AFTER DELETE ON media_to_tag
BEGIN
  INSERT INTO indexed_media (id) VALUES (old.media_id);
END;

-- A renamed tag leads to its media by the new name.
CREATE TRIGGER media_tags_indexed_update AFTER UPDATE OF name ON media_tags
BEGIN
  INSERT INTO indexed_media (id) SELECT media_id FROM media_to_tag WHERE media_tag_id = new.id;
END;

-- A new person is found at once.
CREATE TRIGGER users_indexed_insert AFTER INSERT ON users
BEGIN
  INSERT INTO indexed_users (id) VALUES (new.id);
END;

-- A deleted person is no longer found.
CREATE TRIGGER users_indexed_delete AFTER DELETE ON users
BEGIN
  INSERT INTO indexed_users (id) VALUES (old.id);
END;

-- A changed name or account is found at once.
CREATE TRIGGER users_indexed_update AFTER UPDATE OF first_name, last_name, user_name, email, external_person_id, is_external ON users
BEGIN
  INSERT INTO indexed_users (id) VALUES (new.id);
END;

-- A membership changes the words alone, because the trigrams hold only names.
CREATE TRIGGER user_organizations_indexed_insert AFTER INSERT ON user_organizations
BEGIN
  UPDATE users_words SET organizations = (SELECT organizations FROM user_documents WHERE id = new.user_id) WHERE rowid = new.user_id;
END;

-- An ended membership no longer leads to the person.
CREATE TRIGGER user_organizations_indexed_delete AFTER DELETE ON user_organizations
BEGIN
  UPDATE users_words SET organizations = (SELECT organizations FROM user_documents WHERE id = old.user_id) WHERE rowid = old.user_id;
END;

-- A renamed organisation leads to its members by the new name.
CREATE TRIGGER organizations_indexed_update AFTER UPDATE OF name, short_name ON organizations
BEGIN
  UPDATE users_words SET organizations = (SELECT organizations FROM user_documents WHERE id = users_words.rowid)
  WHERE rowid IN (SELECT user_id FROM user_organizations WHERE organization_id = new.id);
END;

-- Superadministrators find a protected person by the hidden data.
CREATE TRIGGER protected_identities_indexed AFTER INSERT ON protected_identities
BEGIN
  INSERT INTO protected_words (rowid, name, account)
  VALUES (new.user_id, new.first_name || ' ' || new.last_name, concat_ws(' ', new.email, new.external_person_id));
END;

-- The hidden data is no longer found when the protection ends.
CREATE TRIGGER protected_identities_unindexed AFTER DELETE ON protected_identities
BEGIN
  DELETE FROM protected_words WHERE rowid = old.user_id;
END;

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
