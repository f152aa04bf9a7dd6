-- Which second factor the session was opened or strengthened with; empty: none.
ALTER TABLE sessions ADD COLUMN second_factor text;
-- The password has been given and a second factor has not: the session opens the second step and nothing else.
ALTER TABLE sessions ADD COLUMN awaits_second_factor integer NOT NULL DEFAULT 0;
-- When the person last proved again in this session who they are.
ALTER TABLE sessions ADD COLUMN verified_at text;
