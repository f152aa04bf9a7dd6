-- What a package was made as: xapi, cmi5, scorm12, scorm2004, or page when no manifest says.
ALTER TABLE content_packages ADD COLUMN format TEXT NOT NULL DEFAULT 'page';
UPDATE content_packages SET format = 'xapi' WHERE activity_id IS NOT NULL;

-- What a person starts one by one: an assignable unit of cmi5, a SCO of SCORM. Other packages have none.
CREATE TABLE content_package_units (
  package_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  identifier TEXT NOT NULL,
  title TEXT NOT NULL,
  -- Its address inside the package, percent-encoded, with the query that the manifest wants.
  entry TEXT NOT NULL,
  -- The blocks or chapters that it lies in, the outermost first: [{"identifier", "title"}].
  groups TEXT NOT NULL DEFAULT '[]',
  move_on TEXT,
  -- 0 to 1.
  mastery_score REAL,
  launch_method TEXT,
  launch_parameters TEXT,
  entitlement_key TEXT,
  activity_type TEXT,
  PRIMARY KEY (package_id, position)
) WITHOUT ROWID;

-- The unit that a launch opened.
ALTER TABLE launches ADD COLUMN unit_position INTEGER;
