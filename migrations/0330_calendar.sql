-- Subscribed calendars: the addresses people have made, and the number that tells a calendar that an occasion has changed.

ALTER TABLE occasions ADD calendar_sequence integer DEFAULT 0 NOT NULL;

-- A calendar takes a change only when its number is higher than the one it holds.
CREATE TRIGGER occasions_calendar_changed AFTER UPDATE OF
  starts_at, ends_at, sessions, title, city, venue, address, online_url, canceled_at ON occasions
WHEN old.starts_at IS NOT new.starts_at OR old.ends_at IS NOT new.ends_at OR old.sessions IS NOT new.sessions
  OR old.title IS NOT new.title OR old.city IS NOT new.city OR old.venue IS NOT new.venue
  OR old.address IS NOT new.address OR old.online_url IS NOT new.online_url OR old.canceled_at IS NOT new.canceled_at
BEGIN
  UPDATE occasions SET calendar_sequence = calendar_sequence + 1 WHERE id = new.id;
END;

-- A person's own number is the occasion's and one for each sign-up, approval and cancellation there. A sign-up that leaves
-- the occasion takes up to three with it, so the occasion is raised by as many: no number comes twice.
CREATE TRIGGER results_calendar_removed AFTER DELETE ON education_part_results
WHEN old.occasion_id IS NOT NULL
BEGIN
  UPDATE occasions SET calendar_sequence = calendar_sequence + 3 WHERE id = old.occasion_id;
END;

CREATE TRIGGER results_calendar_moved AFTER UPDATE OF occasion_id ON education_part_results
WHEN old.occasion_id IS NOT NULL AND old.occasion_id IS NOT new.occasion_id
BEGIN
  UPDATE occasions SET calendar_sequence = calendar_sequence + 3 WHERE id = old.occasion_id;
END;

-- What lies in a window of time: looked up by the end, because what is over is most of it.
CREATE INDEX idx_occasions_ends_at ON occasions (ends_at);

CREATE TABLE calendar_subscriptions (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  kind text NOT NULL,
  organization_id integer,
  nonce text NOT NULL,
  created_at text NOT NULL,
  revoked_at text
);
CREATE UNIQUE INDEX idx_calendar_subscriptions_live ON calendar_subscriptions (user_id, kind, coalesce(organization_id, 0))
WHERE revoked_at IS NULL;
