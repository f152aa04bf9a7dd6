-- Rows of an import that are corrected in its preview.

-- The version of a row for optimistic locking; the default stands for a row that is as it was uploaded.
ALTER TABLE import_rows ADD COLUMN changed_at text DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL;

-- The same version, of a row in a file of members.
ALTER TABLE member_import_rows ADD COLUMN changed_at text DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL;
