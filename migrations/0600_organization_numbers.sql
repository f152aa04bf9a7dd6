-- An organisation that the portal itself adds or changes has a number of its own. The register's rows may share theirs, as it has them.
CREATE TRIGGER organizations_number_insert BEFORE INSERT ON organizations
WHEN new.org_nr IS NOT NULL AND new.external_id IS NULL
BEGIN
  SELECT raise(ABORT, 'organization_number_taken') FROM organizations WHERE replace(org_nr, '-', '') = replace(new.org_nr, '-', '');
END;

CREATE TRIGGER organizations_number_update BEFORE UPDATE OF org_nr ON organizations
WHEN new.org_nr IS NOT NULL AND new.external_id IS NULL AND new.org_nr IS NOT old.org_nr
BEGIN
  SELECT raise(ABORT, 'organization_number_taken') FROM organizations
  WHERE id <> new.id AND replace(org_nr, '-', '') = replace(new.org_nr, '-', '');
END;
