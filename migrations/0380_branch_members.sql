-- Everybody below an organisation, however far: what a district's list of people is driven by and counted from. Kept by
-- triggers from memberships and paths; external users stand here too, as they do among the memberships.
CREATE TABLE branch_members (
  root_id integer NOT NULL,
  user_id integer NOT NULL,
  PRIMARY KEY (root_id, user_id)
) WITHOUT ROWID;
CREATE INDEX idx_branch_members_user ON branch_members (user_id, root_id);

-- A path holds the ids of an organisation and of all above it: `/1/2/30/`.
CREATE VIEW branch_memberships AS
SELECT above.value AS root_id, m.user_id
FROM user_organizations m JOIN organizations o ON o.id = m.organization_id,
  json_each('[' || replace(trim(o.path, '/'), '/', ',') || ']') above;

INSERT OR IGNORE INTO branch_members (root_id, user_id) SELECT root_id, user_id FROM branch_memberships;

CREATE TRIGGER branch_membership_begins AFTER INSERT ON user_organizations
BEGIN
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT above.value, new.user_id FROM organizations o, json_each('[' || replace(trim(o.path, '/'), '/', ',') || ']') above
  WHERE o.id = new.organization_id;
END;

CREATE TRIGGER branch_membership_ends AFTER DELETE ON user_organizations
BEGIN
  DELETE FROM branch_members WHERE user_id = old.user_id;
  INSERT OR IGNORE INTO branch_members (root_id, user_id) SELECT root_id, user_id FROM branch_memberships WHERE user_id = old.user_id;
END;

CREATE TRIGGER branch_membership_moves AFTER UPDATE OF user_id, organization_id ON user_organizations
BEGIN
  DELETE FROM branch_members WHERE user_id IN (old.user_id, new.user_id);
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT root_id, user_id FROM branch_memberships WHERE user_id IN (old.user_id, new.user_id);
END;

CREATE TRIGGER branch_moves AFTER UPDATE OF path ON organizations WHEN old.path IS NOT new.path
BEGIN
  DELETE FROM branch_members WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = new.id);
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT root_id, user_id FROM branch_memberships
  WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = new.id);
END;

-- An organisation that comes after its memberships, as rows from another system may.
CREATE TRIGGER branch_begins AFTER INSERT ON organizations
BEGIN
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT root_id, user_id FROM branch_memberships
  WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = new.id);
END;

CREATE TRIGGER branch_ends AFTER DELETE ON organizations
BEGIN
  DELETE FROM branch_members WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = old.id);
  INSERT OR IGNORE INTO branch_members (root_id, user_id)
  SELECT root_id, user_id FROM branch_memberships
  WHERE user_id IN (SELECT user_id FROM user_organizations WHERE organization_id = old.id);
END;
