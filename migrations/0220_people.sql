-- People in their reader's order, found also by IdrottsID and by organisation; and a portal never loses its last superadministrator.

-- Swedish order for any å, ä and ö: `{` follows z.
ALTER TABLE users ADD COLUMN name_key text GENERATED ALWAYS AS (
  replace(replace(replace(replace(replace(replace(lower(last_name || ' ' || first_name), 'å', '{a'), 'Å', '{a'), 'ä', '{b'), 'Ä', '{b'), 'ö', '{c'), 'Ö', '{c')
) VIRTUAL;
CREATE INDEX idx_users_name_key ON users (name_key, id);

DROP TRIGGER index_user;
DROP TRIGGER users_indexed_update;
DROP VIEW user_documents;
DROP TABLE users_words;
CREATE VIRTUAL TABLE users_words USING fts5 (name, account, organizations, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');

-- What each is found by. An external user has no organisations, whatever the register still holds.
CREATE VIEW user_documents AS
SELECT u.id, u.first_name || ' ' || u.last_name AS name,
  u.user_name || ' ' || coalesce(u.email, '') || ' ' || coalesce(u.external_person_id, '') AS account,
  coalesce((
    SELECT group_concat(o.name || ' ' || coalesce(o.short_name, ''), ' · ') FROM user_organizations m
    JOIN organizations o ON o.id = m.organization_id WHERE m.user_id = u.id AND u.is_external = 0
  ), '') AS organizations
FROM users u;

CREATE TRIGGER index_user INSTEAD OF INSERT ON indexed_users
BEGIN
  DELETE FROM users_words WHERE rowid = new.id;
  DELETE FROM users_trigrams WHERE rowid = new.id;
  INSERT INTO users_words (rowid, name, account, organizations)
  SELECT id, name, account, organizations FROM user_documents WHERE id = new.id;
  INSERT INTO users_trigrams (rowid, name) SELECT id, name FROM user_documents WHERE id = new.id;
END;

CREATE TRIGGER users_indexed_update AFTER UPDATE OF first_name, last_name, user_name, email, external_person_id, is_external ON users
BEGIN
  INSERT INTO indexed_users (id) VALUES (new.id);
END;

-- A membership changes the words alone: the trigrams hold only names.
CREATE TRIGGER user_organizations_indexed_insert AFTER INSERT ON user_organizations
BEGIN
  UPDATE users_words SET organizations = (SELECT organizations FROM user_documents WHERE id = new.user_id) WHERE rowid = new.user_id;
END;

CREATE TRIGGER user_organizations_indexed_delete AFTER DELETE ON user_organizations
BEGIN
  UPDATE users_words SET organizations = (SELECT organizations FROM user_documents WHERE id = old.user_id) WHERE rowid = old.user_id;
END;

CREATE TRIGGER organizations_indexed_update AFTER UPDATE OF name, short_name ON organizations
BEGIN
  UPDATE users_words SET organizations = (SELECT organizations FROM user_documents WHERE id = users_words.rowid)
  WHERE rowid IN (SELECT user_id FROM user_organizations WHERE organization_id = new.id);
END;

INSERT INTO users_words (rowid, name, account, organizations) SELECT id, name, account, organizations FROM user_documents;

-- Two superadministrators who remove each other at the same moment: one of them stays. An inactive account opens nothing.
CREATE TRIGGER user_roles_keep_superadministrator BEFORE DELETE ON user_roles
WHEN old.role = 'SuperAdministrator'
BEGIN
  SELECT raise(ABORT, 'last_superadministrator') WHERE NOT EXISTS (
    SELECT 1 FROM user_roles r JOIN users u ON u.id = r.user_id
    WHERE r.role = 'SuperAdministrator' AND r.user_id <> old.user_id AND u.inactive_at IS NULL
  );
END;
