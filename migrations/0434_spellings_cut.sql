-- Of a word that something is called by its first 40 letters count, as many as a question's words have: the price of a person grew with the
-- length of the name, and faster than it. What was counted whole is counted anew.

-- What holds a longer one, and a little more; it has to be taken back by the trigger that counted it.
CREATE TABLE long_texts (vocabulary text NOT NULL, text text NOT NULL);
INSERT INTO long_texts (vocabulary, text) SELECT 'users', first_name || ' ' || last_name FROM users WHERE length(first_name || ' ' || last_name) > 40;
INSERT INTO long_texts (vocabulary, text) SELECT 'catalogue', title || ' ' || coalesce(code, '') FROM educations WHERE length(title || ' ' || coalesce(code, '')) > 40;
INSERT INTO long_texts (vocabulary, text) SELECT 'catalogue', title FROM education_parts WHERE length(title) > 40;
INSERT INTO long_texts (vocabulary, text) SELECT 'catalogue', name FROM education_categories WHERE length(name) > 40;
INSERT INTO long_texts (vocabulary, text) SELECT 'catalogue', coalesce(title, '') || ' ' || city || ' ' || coalesce(venue, '') FROM occasions WHERE length(coalesce(title, '') || ' ' || city || ' ' || coalesce(venue, '')) > 40;
INSERT INTO long_texts (vocabulary, text) SELECT 'media', title FROM media WHERE length(title) > 40;
INSERT INTO long_texts (vocabulary, text) SELECT 'media', name FROM media_tags WHERE length(name) > 40;
DELETE FROM long_texts WHERE NOT EXISTS (
  SELECT 1 FROM json_each('[' || replace(json_quote(text), ' ', '","') || ']') WHERE length(value) > 40
);

INSERT INTO said (vocabulary, text, by) SELECT vocabulary, text, -1 FROM long_texts;

-- Between two blanks no more than so many letters are read; how letters fold is as before.
DROP TRIGGER count_said;
CREATE TRIGGER count_said INSTEAD OF INSERT ON said
BEGIN
  INSERT INTO spellings (vocabulary, word, uses)
  SELECT new.vocabulary, value, new.by * count(*) FROM json_each((
    WITH cut (text) AS (
      SELECT group_concat(substr(value, 1, 40), ' ') FROM json_each('[' || replace(json_quote(new.text), ' ', '","') || ']')
    ),
    read (at, sign, rest) AS (
      SELECT 1, substr(text, 1, 1), substr(text, 2) FROM cut
      UNION ALL
      SELECT at + 1, substr(rest, 1, 1), substr(rest, 2) FROM read WHERE rest <> ''
    )
    SELECT '["' || replace(group_concat(letter, ''), ' ', '","') || '"]' FROM (
      SELECT CASE
        WHEN unicode(sign) < 128 THEN iif(sign GLOB '[a-zA-Z0-9]', lower(sign), ' ')
        WHEN unicode(sign) < 192 OR unicode(sign) IN (215, 247) OR unicode(sign) BETWEEN 8192 AND 12287 THEN ' '
        ELSE coalesce((SELECT plain FROM letters WHERE marked = sign), sign)
      END AS letter FROM read ORDER BY at
    )
  )) WHERE length(value) >= 3 GROUP BY value
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + excluded.uses;
END;

INSERT INTO said (vocabulary, text, by) SELECT vocabulary, text, 1 FROM long_texts;
DROP TABLE long_texts;
