-- The portal's letters in somebody's own words. Without a row a letter is as it was delivered. Placeholders stand between two
-- private characters, which no value may have, so that what is filled in is never filled in again.
CREATE TABLE mail_templates (
  name text NOT NULL,
  variant text NOT NULL,
  language text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  changed_at text NOT NULL,
  changed_by_user_id integer NOT NULL,
  PRIMARY KEY (name, variant, language)
) WITHOUT ROWID;
