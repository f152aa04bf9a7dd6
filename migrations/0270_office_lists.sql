-- Lists of people that are narrowed to externals or to those who are inactive, in their reader's order.
CREATE INDEX idx_users_is_external ON users (is_external, name_key, id);
CREATE INDEX idx_users_inactive ON users (name_key, id) WHERE inactive_at IS NOT NULL;
