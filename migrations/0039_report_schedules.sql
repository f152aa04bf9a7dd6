-- Scheduled reports: mails that link to a saved view, or to the board report, at a time of each week or month.

-- A saved view, or the board report, that is sent each week or month. A view that was removed leaves null.
CREATE TABLE report_schedules (
  id text PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  report text NOT NULL,
  saved_view_id integer REFERENCES saved_views(id),
  rhythm text NOT NULL,
  day integer NOT NULL,
  hour integer NOT NULL,
  paused_at text,
  next_due_at text NOT NULL,
  created_at text NOT NULL
);

-- Serves the schedules whose time has come.
CREATE INDEX idx_report_schedules_due ON report_schedules (next_due_at) WHERE paused_at IS NULL;

-- Serves a person's schedules.
CREATE INDEX idx_report_schedules_user ON report_schedules (user_id);

-- Serves the schedules of a view that is removed.
CREATE INDEX idx_report_schedules_view ON report_schedules (saved_view_id);

-- A user of the portal who gets the mails of a schedule.
CREATE TABLE report_receivers (
  schedule_id text NOT NULL REFERENCES report_schedules(id),
  user_id integer NOT NULL REFERENCES users(id),
  PRIMARY KEY (schedule_id, user_id)
);

-- Serves the schedules that a person receives.
CREATE INDEX idx_report_receivers_user ON report_receivers (user_id);

-- The delivery of a period to a receiver, or the reason why there was none: one row, also when two runs overlap.
CREATE TABLE report_deliveries (
  schedule_id text NOT NULL REFERENCES report_schedules(id),
  period text NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  outcome text NOT NULL,
  row_count integer,
  message_id text,
  delivered_at text NOT NULL,
  PRIMARY KEY (schedule_id, period, user_id)
);

-- Serves the deliveries of a person.
CREATE INDEX idx_report_deliveries_user ON report_deliveries (user_id);

-- Serves the removal of old deliveries.
CREATE INDEX idx_report_deliveries_delivered_at ON report_deliveries (delivered_at);

-- A schedule stays without its view, so that its owner sees why nothing is sent.
CREATE TRIGGER saved_views_scheduled BEFORE DELETE ON saved_views
BEGIN
  UPDATE report_schedules SET saved_view_id = NULL WHERE saved_view_id = old.id;
END;

-- A person has at most 20 schedules.
CREATE TRIGGER report_schedules_enough BEFORE INSERT ON report_schedules
BEGIN
  SELECT raise(ABORT, 'report_schedules_enough')
  WHERE (SELECT count(*) FROM report_schedules WHERE user_id = new.user_id) >= 20;
END;
