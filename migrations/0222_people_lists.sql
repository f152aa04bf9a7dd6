-- The office's list of people by their last sign-in, and organisation admins whose reach no longer follows their memberships.

CREATE INDEX idx_users_last_login_at ON users (last_login_at, id);

-- A membership that comes later must not open another club: who holds the role without a list gets the list of today.
INSERT INTO role_extensions (user_id, role, kind, reference_id)
SELECT held.user_id, held.role, 'Organization', m.organization_id
FROM user_roles held JOIN users u ON u.id = held.user_id JOIN user_organizations m ON m.user_id = held.user_id
WHERE held.role = 'OrganizationAdmin' AND u.is_external = 0
  AND NOT EXISTS (SELECT 1 FROM role_extensions x WHERE x.user_id = held.user_id AND x.role = held.role AND x.kind = 'Organization');
