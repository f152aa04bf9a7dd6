-- What an education is searched by, beside its place on the desk: a search that finds very many meets them in their order along one
-- index, without gathering them. Two lines, of the title and of the code: every word as search/rules.ts folds it, with a blank before it.
ALTER TABLE educations ADD COLUMN search_key text DEFAULT '' NOT NULL;

-- As migration 0406 reads letters, but for what counts as one: ² of m² and ₂ of CO₂ do, and pictures do not.
CREATE VIEW education_search_keys AS
SELECT e.id, (
  WITH read (at, sign, rest) AS (
    SELECT 1, ' ', replace(e.title, char(10), ' ') || char(10) || ' ' || coalesce(e.code, '')
    UNION ALL
    SELECT at + 1, substr(rest, 1, 1), substr(rest, 2) FROM read WHERE rest <> ''
  )
  SELECT group_concat(letter, '') FROM (
    SELECT CASE
      WHEN unicode(sign) < 128 THEN iif(sign GLOB '[a-zA-Z0-9]' OR sign = char(10), lower(sign), ' ')
      WHEN unicode(sign) < 192 THEN iif(unicode(sign) IN (170, 178, 179, 181, 185, 186, 188, 189, 190), sign, ' ')
      WHEN unicode(sign) IN (215, 247) OR unicode(sign) BETWEEN 8192 AND 8303 OR unicode(sign) BETWEEN 8352 AND 8447
        OR unicode(sign) BETWEEN 8592 AND 9311 OR unicode(sign) BETWEEN 9472 AND 10101 OR unicode(sign) BETWEEN 10132 AND 11263
        OR unicode(sign) BETWEEN 11776 AND 12287 OR unicode(sign) BETWEEN 65024 AND 65039 OR unicode(sign) BETWEEN 127744 AND 129791 THEN ' '
      ELSE coalesce((SELECT plain FROM letters WHERE marked = sign), sign)
    END AS letter FROM read ORDER BY at
  )
) AS search_key
FROM educations e;

UPDATE educations SET search_key = (SELECT k.search_key FROM education_search_keys k WHERE k.id = educations.id);

CREATE TRIGGER educations_search_key_insert AFTER INSERT ON educations
BEGIN
  UPDATE educations SET search_key = (SELECT k.search_key FROM education_search_keys k WHERE k.id = new.id) WHERE id = new.id;
END;

CREATE TRIGGER educations_search_key_update AFTER UPDATE OF title, code ON educations
WHEN new.title IS NOT old.title OR new.code IS NOT old.code
BEGIN
  UPDATE educations SET search_key = (SELECT k.search_key FROM education_search_keys k WHERE k.id = new.id) WHERE id = new.id;
END;

DROP INDEX idx_educations_desk;
CREATE INDEX idx_educations_desk ON educations (desk_key, id, search_key);
