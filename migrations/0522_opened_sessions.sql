-- How the person proved who they are when the session was opened; empty on sessions from before it was noted.
ALTER TABLE sessions ADD COLUMN opened_by text;
