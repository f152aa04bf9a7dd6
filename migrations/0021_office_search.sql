-- Full-text index of practical driver exams by words.
CREATE VIRTUAL TABLE driver_exams_words USING fts5 (title, place, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');

-- Full-text index of practical driver exams by trigrams.
CREATE VIRTUAL TABLE driver_exams_trigrams USING fts5 (title, place, tokenize = "trigram remove_diacritics 1");

-- The text that a practical driver exam is found by.
CREATE VIEW driver_exam_documents AS
SELECT x.id,
  coalesce(x.title, '') || ' · ' || coalesce(p.title, '') || ' · ' || coalesce(e.title, '') AS title,
  x.city || ' · ' || coalesce(x.venue, '') AS place
FROM driver_exams x
LEFT JOIN education_parts p ON p.id = x.education_part_id
LEFT JOIN educations e ON e.id = x.education_id;

-- Inserting an id indexes the exam again.
CREATE VIEW indexed_driver_exams AS SELECT id FROM driver_exams;

-- Replaces the exam's rows in both full-text indexes.
CREATE TRIGGER index_driver_exam INSTEAD OF INSERT ON indexed_driver_exams
BEGIN
  DELETE FROM driver_exams_words WHERE rowid = new.id;
  DELETE FROM driver_exams_trigrams WHERE rowid = new.id;
  INSERT INTO driver_exams_words (rowid, title, place) SELECT id, title, place FROM driver_exam_documents WHERE id = new.id;
  INSERT INTO driver_exams_trigrams (rowid, title, place) SELECT id, title, place FROM driver_exam_documents WHERE id = new.id;
END;

-- A new exam is found at once.
CREATE TRIGGER driver_exams_indexed_insert AFTER INSERT ON driver_exams
BEGIN
  INSERT INTO indexed_driver_exams (id) VALUES (new.id);
END;

-- A changed title or place is found at once.
CREATE TRIGGER driver_exams_indexed_update AFTER UPDATE OF title, city, venue, education_part_id, education_id ON driver_exams
BEGIN
  INSERT INTO indexed_driver_exams (id) VALUES (new.id);
END;

-- A deleted exam is no longer found.
CREATE TRIGGER driver_exams_indexed_delete AFTER DELETE ON driver_exams
BEGIN
  INSERT INTO indexed_driver_exams (id) VALUES (old.id);
END;

-- A renamed part leads to its exams by the new name.
CREATE TRIGGER education_parts_exams_indexed_update AFTER UPDATE OF title ON education_parts
BEGIN
  INSERT INTO indexed_driver_exams (id) SELECT id FROM driver_exams WHERE education_part_id = new.id;
END;

-- A renamed education leads to its exams by the new name.
CREATE TRIGGER educations_exams_indexed_update AFTER UPDATE OF title ON educations
BEGIN
  INSERT INTO indexed_driver_exams (id) SELECT id FROM driver_exams WHERE education_id = new.id;
END;

INSERT INTO indexed_driver_exams (id) SELECT id FROM driver_exams;

-- Full-text index of the mails in the outbox by the words of subject and recipient.
CREATE VIRTUAL TABLE outbox_mails_words USING fts5 (subject, recipient, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');

-- Overwrites what it deletes, so that no address remains in the pages of the index.
INSERT INTO outbox_mails_words (outbox_mails_words, rank) VALUES ('secure-delete', 1);

-- A new mail is found at once.
CREATE TRIGGER outbox_mails_indexed_insert AFTER INSERT ON outbox_mails
BEGIN
  INSERT INTO outbox_mails_words (rowid, subject, recipient) VALUES (new.id, new.subject, new.recipient);
END;

-- A changed subject or recipient is found instead of the one before.
CREATE TRIGGER outbox_mails_indexed_update AFTER UPDATE OF subject, recipient ON outbox_mails
BEGIN
  UPDATE outbox_mails_words SET subject = new.subject, recipient = new.recipient WHERE rowid = new.id;
END;

-- A deleted mail is no longer found.
CREATE TRIGGER outbox_mails_indexed_delete AFTER DELETE ON outbox_mails
BEGIN
  DELETE FROM outbox_mails_words WHERE rowid = old.id;
END;

INSERT INTO outbox_mails_words (rowid, subject, recipient) SELECT id, subject, recipient FROM outbox_mails;

-- Finds a person by the digits of the phone number, with or without the country code of Sweden.
CREATE INDEX idx_users_phone_digits ON users (replace(replace(replace(phone, ' ', ''), '-', ''), '+46', '0')) WHERE phone IS NOT NULL;
