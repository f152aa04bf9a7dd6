-- Who has been reminded of an occasion or a practical examination: once each.
CREATE TABLE place_reminders (
  user_id integer NOT NULL,
  kind text NOT NULL,
  place_id integer NOT NULL,
  sent_at text NOT NULL,
  PRIMARY KEY(user_id, kind, place_id)
);
