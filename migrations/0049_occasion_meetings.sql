-- Online meetings that the portal creates for occasions, and who was in them.
-- An occasion has one meeting whose removal is not requested. `due_at`: null when the service has what the occasion says.
-- `may_exist`: 1 from the claim on, until an attempt shows that the service has no meeting with the key.
CREATE TABLE occasion_meetings (
  id integer PRIMARY KEY NOT NULL,
  occasion_id integer NOT NULL REFERENCES occasions(id),
  provider text NOT NULL,
  key text NOT NULL,
  external_id text,
  schedule text,
  due_at text,
  attempts integer DEFAULT 0 NOT NULL,
  may_exist integer DEFAULT 0 NOT NULL,
  claimed_until text,
  reason text,
  message text,
  tells_participants integer DEFAULT 0 NOT NULL,
  requested_by_user_id integer NOT NULL REFERENCES users(id),
  requested_at text NOT NULL,
  removal_requested_at text,
  removed_at text,
  attendance_fetched_at text
);

-- An occasion has at most one meeting; those before it are removed, or wait to be.
CREATE UNIQUE INDEX idx_occasion_meetings_occasion ON occasion_meetings (occasion_id)
WHERE removal_requested_at IS NULL;

-- The key finds a meeting again whose answer was lost.
CREATE UNIQUE INDEX idx_occasion_meetings_key ON occasion_meetings (key);

-- Serves the job that gives services what waits.
CREATE INDEX idx_occasion_meetings_due ON occasion_meetings (due_at) WHERE due_at IS NOT NULL;

-- Any change of an occasion, also its cancellation, lets the job compare it with what the service has.
CREATE TRIGGER occasion_meetings_changed AFTER UPDATE OF changed_at ON occasions
WHEN old.changed_at IS NOT new.changed_at
BEGIN
  UPDATE occasion_meetings SET due_at = new.changed_at, attempts = 0, reason = NULL, message = NULL
  WHERE occasion_id = new.id AND removed_at IS NULL;
END;

-- A person in a meeting: a participant of the occasion, or the name of somebody who matches none. Kept for 30 days.
CREATE TABLE meeting_attendees (
  id integer PRIMARY KEY NOT NULL,
  meeting_id integer NOT NULL REFERENCES occasion_meetings(id),
  user_id integer REFERENCES users(id),
  name text,
  minutes integer NOT NULL,
  fetched_at text NOT NULL
);

-- A participant is in a meeting once; also serves the erasure and the merge of a person.
CREATE UNIQUE INDEX idx_meeting_attendees_user ON meeting_attendees (user_id, meeting_id) WHERE user_id IS NOT NULL;

-- Serves the reading of one meeting.
CREATE INDEX idx_meeting_attendees_meeting ON meeting_attendees (meeting_id);

-- Serves the job that forgets.
CREATE INDEX idx_meeting_attendees_fetched_at ON meeting_attendees (fetched_at);
