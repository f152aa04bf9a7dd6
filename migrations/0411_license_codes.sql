-- A code is the same whatever the case it is written in. SQLite's own lower() knows no å, ä and ö.
-- Where two differ by case alone, the later one is told apart by its number.
UPDATE licenses SET code = code || '-' || id
WHERE exists (select 1 from licenses earlier where earlier.id < licenses.id
  and lower(replace(replace(replace(earlier.code, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö'))
    = lower(replace(replace(replace(licenses.code, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö')));

DROP INDEX idx_licenses_code;
CREATE UNIQUE INDEX idx_licenses_code ON licenses (
  lower(replace(replace(replace(code, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö'))
);
