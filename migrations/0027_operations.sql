-- What people who run the portal watch: request metrics, alerts and restore drills.

-- Requests of five minutes by name and duration; those of the clock by the minute. Nothing about a person is stored.
CREATE TABLE request_metrics (
  minute text NOT NULL,
  name text NOT NULL,
  max_ms integer NOT NULL,
  requests integer NOT NULL,
  errors integer NOT NULL,
  PRIMARY KEY (minute, name, max_ms)
) WITHOUT ROWID;

-- One incident: a rule that was broken from `opened_at` until `cleared_at`.
CREATE TABLE alerts (
  id integer PRIMARY KEY NOT NULL,
  rule text NOT NULL,
  opened_at text NOT NULL,
  cleared_at text,
  changed_at text NOT NULL
);

-- Allows one open incident of a rule, so that two runs of the clock raise one alert.
CREATE UNIQUE INDEX idx_alerts_open ON alerts (rule) WHERE cleared_at IS NULL;

-- Serves the list of the latest incidents and their removal.
CREATE INDEX idx_alerts_opened_at ON alerts (opened_at);

-- One rehearsal of restoring a backup, as a superadministrator has noted it.
CREATE TABLE restore_drills (
  id integer PRIMARY KEY NOT NULL,
  day text NOT NULL,
  minutes integer NOT NULL CHECK (minutes > 0),
  recorded_by_user_id integer NOT NULL REFERENCES users(id),
  created_at text NOT NULL
);

-- Serves the latest rehearsal.
CREATE INDEX idx_restore_drills_day ON restore_drills (day, id);

-- Serves the removal of a person.
CREATE INDEX idx_restore_drills_recorded_by ON restore_drills (recorded_by_user_id);
