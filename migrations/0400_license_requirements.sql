-- Licences that require each other in a circle could be earned by nobody, and one that another requires is not deleted.

-- Each licence with every licence that comes before it, however far back.
CREATE VIEW license_requires AS
WITH RECURSIVE before(license_id, required_id) AS (
  SELECT license_id, reference_id FROM license_requirements WHERE purpose = 'first' AND kind = 1
  UNION
  SELECT b.license_id, r.reference_id FROM before b
  JOIN license_requirements r ON r.license_id = b.required_id AND r.purpose = 'first' AND r.kind = 1
)
SELECT license_id, required_id FROM before;

CREATE TRIGGER license_requirements_no_circle AFTER INSERT ON license_requirements
WHEN new.purpose = 'first' AND new.kind = 1
BEGIN
  SELECT raise(ABORT, 'license_circle') FROM license_requires
  WHERE license_id = new.license_id AND required_id = new.license_id;
END;

CREATE TRIGGER licenses_required BEFORE DELETE ON licenses
BEGIN
  SELECT raise(ABORT, 'license_required') FROM license_requirements
  WHERE purpose = 'first' AND kind = 1 AND reference_id = old.id AND license_id <> old.id;
END;

-- What aimed for it, or could be reported for it, goes with a licence that nobody has held: its number may be given again.
CREATE TRIGGER licenses_deleted AFTER DELETE ON licenses
BEGIN
  DELETE FROM license_goals WHERE license_id = old.id;
  DELETE FROM outside_activities WHERE license_id = old.id;
END;

-- A requirement that names what is no longer there can be met by nobody.
DELETE FROM license_requirements WHERE kind = 1 AND reference_id NOT IN (SELECT id FROM licenses);
DELETE FROM license_goals WHERE license_id NOT IN (SELECT id FROM licenses);
