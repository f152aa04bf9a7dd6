-- Every completed result on an education carries a code that a certificate can be checked by, however it came about:
-- twelve of Crockford's characters in groups of four. The portal chooses its own; imports and older rows get theirs here.
CREATE VIEW random_verification_code AS
WITH RECURSIVE place(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < 12)
SELECT group_concat(
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (random() & 31) + 1, 1) || CASE WHEN n IN (4, 8) THEN '-' ELSE '' END, ''
) AS code FROM place;

CREATE TRIGGER education_results_code_insert AFTER INSERT ON education_results
WHEN new.completed = 1 AND new.verification_code IS NULL
BEGIN
  UPDATE education_results SET verification_code = (SELECT code FROM random_verification_code) WHERE id = new.id;
END;

CREATE TRIGGER education_results_code_update AFTER UPDATE OF completed ON education_results
WHEN new.completed = 1 AND new.verification_code IS NULL
BEGIN
  UPDATE education_results SET verification_code = (SELECT code FROM random_verification_code) WHERE id = new.id;
END;
