-- Occasions of parts, and sets of occasions that are chosen together.

-- Sets of occasions of one education that are chosen together.
CREATE TABLE tags (
  id integer PRIMARY KEY NOT NULL,
  education_id integer NOT NULL REFERENCES educations(id),
  name text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Keeps names unique within an education.
CREATE UNIQUE INDEX idx_tags_name ON tags (education_id, name);

-- Occasions of parts: time, place, seats and counters that triggers maintain.
CREATE TABLE occasions (
  id integer PRIMARY KEY NOT NULL,
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  education_id integer REFERENCES educations(id),
  title text,
  description text,
  starts_at text NOT NULL,
  ends_at text NOT NULL,
  sessions text NOT NULL,
  last_sign_up_at text,
  last_cancel_at text,
  city text NOT NULL,
  venue text,
  address text,
  online_url text,
  max_participants integer,
  booked_count integer DEFAULT 0 NOT NULL,
  reserved_count integer DEFAULT 0 NOT NULL,
  fee_minor integer DEFAULT 0 NOT NULL,
  payment_methods text NOT NULL,
  needs_approval integer DEFAULT false NOT NULL,
  blocked_for_external_users integer DEFAULT false NOT NULL,
  organizer_organization_id integer REFERENCES organizations(id),
  canceled_at text,
  canceled_reason text,
  custom_questions text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL,
  calendar_sequence integer DEFAULT 0 NOT NULL,
  tag_id integer,
  unsettled_count integer DEFAULT 0 NOT NULL,
  calendar_days integer DEFAULT 1 NOT NULL,
  held integer DEFAULT 0 NOT NULL,
  search_words text DEFAULT '[]' NOT NULL
);

-- Serves the occasions of a part by date.
CREATE INDEX idx_occasions_part ON occasions (education_part_id, starts_at);

-- Serves upcoming occasions by date.
CREATE INDEX idx_occasions_starts_at ON occasions (starts_at);

-- Serves upcoming occasions in a city.
CREATE INDEX idx_occasions_city ON occasions (city, starts_at);

-- Serves the calendar: occasions in a period, found by their end because most are over.
CREATE INDEX idx_occasions_ends_at ON occasions (ends_at);

-- Serves the calendar of an organising organisation.
CREATE INDEX idx_occasions_organizer ON occasions (organizer_organization_id, ends_at);

-- Allows one occasion per part within a tag; a cancelled one leaves room for another.
CREATE UNIQUE INDEX idx_occasions_tag ON occasions (tag_id, education_part_id) WHERE tag_id IS NOT NULL AND canceled_at IS NULL;

-- Finds the longest occasion, so that ongoing ones are searched no further back than it lasts.
CREATE INDEX idx_occasions_length ON occasions (julianday(ends_at) - julianday(starts_at));

-- Serves the educator's worklist of occasions from the index alone.
CREATE INDEX idx_occasions_desk ON occasions (starts_at, id, ends_at, education_part_id, education_id, canceled_at, unsettled_count, held);

-- The maximum is never set below the seats that are taken or reserved.
CREATE TRIGGER occasions_max_not_below_booked BEFORE UPDATE OF max_participants ON occasions
WHEN new.max_participants IS NOT NULL AND new.max_participants < old.booked_count + old.reserved_count
BEGIN
  SELECT raise(ABORT, 'occasion_max_below_booked');
END;

-- A calendar accepts a change only with a higher sequence number than the one it has.
CREATE TRIGGER occasions_calendar_changed AFTER UPDATE OF
  starts_at, ends_at, sessions, title, city, venue, address, online_url, canceled_at ON occasions
WHEN old.starts_at IS NOT new.starts_at OR old.ends_at IS NOT new.ends_at OR old.sessions IS NOT new.sessions
  OR old.title IS NOT new.title OR old.city IS NOT new.city OR old.venue IS NOT new.venue
  OR old.address IS NOT new.address OR old.online_url IS NOT new.online_url OR old.canceled_at IS NOT new.canceled_at
BEGIN
  UPDATE occasions SET calendar_sequence = calendar_sequence + 1 WHERE id = new.id;
END;

-- Participants who have signed up did not choose the occasions that a tag would tie theirs to.
CREATE TRIGGER occasions_tagged_while_empty BEFORE UPDATE OF tag_id ON occasions
WHEN new.tag_id IS NOT NULL AND new.tag_id IS NOT old.tag_id AND old.booked_count > 0
BEGIN
  SELECT raise(ABORT, 'tag_occasion_booked');
END;

-- Stores how many days a new occasion has.
CREATE TRIGGER occasions_calendar_days AFTER INSERT ON occasions
WHEN json_array_length(new.sessions) > 1
BEGIN
  UPDATE occasions SET calendar_days = json_array_length(new.sessions) WHERE id = new.id;
END;

-- Stores the most days that an occasion has ever had, because a removed day is withdrawn from calendars by name.
CREATE TRIGGER occasions_calendar_more_days AFTER UPDATE OF sessions ON occasions
WHEN json_array_length(new.sessions) > old.calendar_days
BEGIN
  UPDATE occasions SET calendar_days = json_array_length(new.sessions) WHERE id = new.id;
END;

-- A cancelled occasion costs nobody anything, also not those who had cancelled too late.
CREATE TRIGGER occasions_canceled_free AFTER UPDATE OF canceled_at ON occasions
WHEN new.canceled_at IS NOT NULL
BEGIN
  UPDATE education_part_results SET canceled_due = 0 WHERE occasion_id = new.id AND canceled_due = 1;
END;

-- Stores whether any education holds the new occasion.
CREATE TRIGGER occasions_held_insert AFTER INSERT ON occasions
BEGIN
  UPDATE occasions SET held = EXISTS (
    SELECT 1 FROM education_to_part l
    WHERE l.education_part_id = new.education_part_id AND coalesce(new.education_id, l.education_id) = l.education_id
  ) WHERE id = new.id;
END;

-- Stores it again when the occasion moves to another part or education.
CREATE TRIGGER occasions_held_update AFTER UPDATE OF education_part_id, education_id ON occasions
BEGIN
  UPDATE occasions SET held = EXISTS (
    SELECT 1 FROM education_to_part l
    WHERE l.education_part_id = new.education_part_id AND coalesce(new.education_id, l.education_id) = l.education_id
  ) WHERE id = new.id;
END;

-- Educators who are responsible for an occasion.
CREATE TABLE occasion_responsibles (
  occasion_id integer NOT NULL REFERENCES occasions(id),
  user_id integer NOT NULL REFERENCES users(id),
  PRIMARY KEY (occasion_id, user_id)
);

-- Serves the occasions of an educator.
CREATE INDEX idx_occasion_responsibles_user_id ON occasion_responsibles (user_id);
