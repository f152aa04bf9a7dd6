-- Superadministrators find people with a protected identity by what was put away, as they find others.
CREATE VIRTUAL TABLE protected_words USING fts5 (name, account, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');

CREATE TRIGGER protected_identities_indexed AFTER INSERT ON protected_identities
BEGIN
  INSERT INTO protected_words (rowid, name, account)
  VALUES (new.user_id, new.first_name || ' ' || new.last_name, concat_ws(' ', new.email, new.external_person_id));
END;

CREATE TRIGGER protected_identities_unindexed AFTER DELETE ON protected_identities
BEGIN
  DELETE FROM protected_words WHERE rowid = old.user_id;
END;

INSERT INTO protected_words (rowid, name, account)
SELECT user_id, first_name || ' ' || last_name, concat_ws(' ', email, external_person_id) FROM protected_identities;
