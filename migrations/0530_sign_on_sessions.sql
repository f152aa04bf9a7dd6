-- The superadministrator whose sign-on link opened the session; empty on sessions that their own person opened.
ALTER TABLE sessions ADD COLUMN signed_on_by_user_id integer;
