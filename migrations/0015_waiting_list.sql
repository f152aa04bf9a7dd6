-- The waiting list of full occasions with its offers, and watches of educations without dates.

-- Parties that wait for seats on an occasion, or on all occasions that a tag ties to it. States: waiting 0, offered 1, accepted 2, left 3,
-- declined 4, lapsed 5, removed 6, ended 7.
CREATE TABLE waiting_entries (
  id integer PRIMARY KEY NOT NULL,
  occasion_id integer NOT NULL REFERENCES occasions(id),
  user_id integer NOT NULL REFERENCES users(id),
  state integer DEFAULT 0 NOT NULL,
  barred text,
  checked_at text,
  offered_at text,
  expires_at text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Serves the open entries of an occasion in the order of the queue.
CREATE INDEX idx_waiting_entries_open ON waiting_entries (occasion_id, id) WHERE state IN (0, 1);

-- Serves the job that ends offers and makes new ones.
CREATE INDEX idx_waiting_entries_state ON waiting_entries (state, expires_at);

-- Serves the entries of a person.
CREATE INDEX idx_waiting_entries_user_id ON waiting_entries (user_id, state);

-- The seats that an open entry wants: one per member and occasion. Offered: no 0, yes 1, held by the member's payment 2.
CREATE TABLE waiting_seats (
  occasion_id integer NOT NULL REFERENCES occasions(id),
  user_id integer NOT NULL REFERENCES users(id),
  entry_id integer NOT NULL,
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  offered integer DEFAULT 0 NOT NULL,
  PRIMARY KEY (occasion_id, user_id)
) WITHOUT ROWID;

-- Serves the seats of an entry.
CREATE INDEX idx_waiting_seats_entry_id ON waiting_seats (entry_id, occasion_id);

-- Offers a person one seat of a part at a time.
CREATE UNIQUE INDEX idx_waiting_seats_offered ON waiting_seats (user_id, education_part_id) WHERE offered > 0;

-- Serves the waiting places of a person.
CREATE INDEX idx_waiting_seats_user_id ON waiting_seats (user_id);

-- Entries that are not barred and whose whole party has room on each of its occasions now.
CREATE VIEW waiting_fitting AS
SELECT e.id AS entry_id FROM waiting_entries e
WHERE e.state = 0 AND e.barred IS NULL AND NOT EXISTS (
  SELECT 1 FROM waiting_seats s JOIN occasions o ON o.id = s.occasion_id
  WHERE s.entry_id = e.id AND (
    o.canceled_at IS NOT NULL
    OR o.max_participants - o.booked_count - o.reserved_count < (
      SELECT count(*) FROM waiting_seats n WHERE n.entry_id = e.id AND n.occasion_id = s.occasion_id)
    OR EXISTS (SELECT 1 FROM waiting_seats other
      WHERE other.user_id = s.user_id AND other.education_part_id = s.education_part_id AND other.offered > 0)));

-- An entry only moves forward, and an offer is made once.
CREATE TRIGGER waiting_entries_move BEFORE UPDATE OF state ON waiting_entries
WHEN NOT ((old.state = 0 AND new.state IN (1, 2, 3, 6, 7)) OR (old.state = 1 AND new.state IN (2, 3, 4, 5, 6, 7)))
BEGIN
  SELECT raise(ABORT, 'waiting_moved');
END;

-- A person who has a live sign-up to the part, or is paying for it, does not wait for it.
CREATE TRIGGER waiting_seats_join BEFORE INSERT ON waiting_seats
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM occasions WHERE id = new.occasion_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'already_signed_up') FROM education_part_results
  WHERE user_id = new.user_id AND education_part_id = new.education_part_id AND completed = 0 AND canceled = 0;
  SELECT raise(ABORT, 'person_erased') FROM users WHERE id = new.user_id AND erased_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM occasions
  WHERE id = new.occasion_id AND new.offered = 1 AND booked_count + reserved_count >= max_participants;
END;

-- Counts a seat that is inserted as offered.
CREATE TRIGGER waiting_seats_count_insert AFTER INSERT ON waiting_seats
WHEN new.offered = 1
BEGIN
  UPDATE occasions SET reserved_count = reserved_count + 1 WHERE id = new.occasion_id;
END;

-- An offered seat is taken as a booked one is: a full or cancelled occasion refuses it.
CREATE TRIGGER waiting_seats_take BEFORE UPDATE OF offered ON waiting_seats
WHEN new.offered = 1 AND old.offered = 0
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM occasions WHERE id = new.occasion_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM occasions
  WHERE id = new.occasion_id AND max_participants IS NOT NULL AND booked_count + reserved_count >= max_participants;
END;

-- Counts an offered seat as reserved; a payment's hold counts its own seat.
CREATE TRIGGER waiting_seats_count_update AFTER UPDATE OF offered ON waiting_seats
WHEN (old.offered = 1) <> (new.offered = 1)
BEGIN
  UPDATE occasions SET reserved_count = reserved_count + (new.offered = 1) - (old.offered = 1) WHERE id = new.occasion_id;
END;

-- Frees the reserved seat.
CREATE TRIGGER waiting_seats_count_delete AFTER DELETE ON waiting_seats
WHEN old.offered = 1
BEGIN
  UPDATE occasions SET reserved_count = reserved_count - 1 WHERE id = old.occasion_id;
END;

-- An entry whose last seat was signed up for is accepted.
CREATE TRIGGER waiting_seats_accepted AFTER DELETE ON waiting_seats
WHEN NOT EXISTS (SELECT 1 FROM waiting_seats WHERE entry_id = old.entry_id)
BEGIN
  UPDATE waiting_entries SET state = 2 WHERE id = old.entry_id AND state IN (0, 1);
END;

-- An entry that is over wants no seats.
CREATE TRIGGER waiting_entries_over AFTER UPDATE OF state ON waiting_entries
WHEN new.state > 1
BEGIN
  DELETE FROM waiting_seats WHERE entry_id = new.id;
END;

-- The seats of an entry go with it.
CREATE TRIGGER waiting_entries_removed AFTER DELETE ON waiting_entries
BEGIN
  DELETE FROM waiting_seats WHERE entry_id = old.id;
END;

-- A free seat goes to the first party in the queue that it is enough for, unless an organiser signs somebody up or the seat has been paid
-- for. The person's own place in the queue, and its offered seat, are exchanged for the sign-up.
CREATE TRIGGER results_take_offered_seat BEFORE INSERT ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0
BEGIN
  SELECT raise(ABORT, 'occasion_full') FROM waiting_seats s JOIN waiting_fitting f ON f.entry_id = s.entry_id
  WHERE s.occasion_id = new.occasion_id AND new.approved_by_user_id IS NULL AND new.payment_id IS NULL AND NOT EXISTS (
    SELECT 1 FROM waiting_seats own
    WHERE own.occasion_id = new.occasion_id AND own.user_id = new.user_id AND own.offered > 0);
  DELETE FROM waiting_seats WHERE occasion_id = new.occasion_id AND user_id = new.user_id;
END;

-- A sign-up that is moved or restored exchanges the place in the queue in the same way. Who may go before the queue is decided by the call.
CREATE TRIGGER results_move_to_offered_seat BEFORE UPDATE OF canceled, occasion_id ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0 AND (old.canceled = 1 OR old.occasion_id IS NOT new.occasion_id)
BEGIN
  DELETE FROM waiting_seats WHERE occasion_id = new.occasion_id AND user_id = new.user_id;
END;

-- A payment that begins takes over the seat that its person is offered, and goes before nobody else.
CREATE TRIGGER holds_take_offered_seat BEFORE INSERT ON payment_holds
WHEN new.occasion_id IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'occasion_full') FROM waiting_seats s JOIN waiting_fitting f ON f.entry_id = s.entry_id
  WHERE s.occasion_id = new.occasion_id AND NOT EXISTS (
    SELECT 1 FROM waiting_seats own
    WHERE own.occasion_id = new.occasion_id AND own.user_id = new.user_id AND own.offered > 0);
  UPDATE waiting_seats SET offered = 2
  WHERE occasion_id = new.occasion_id AND user_id = new.user_id AND offered = 1;
END;

-- A payment that ends gives the offered seat back to its offer.
CREATE TRIGGER holds_give_offered_seat_back AFTER DELETE ON payment_holds
WHEN old.occasion_id IS NOT NULL
BEGIN
  UPDATE waiting_seats SET offered = 1
  WHERE occasion_id = old.occasion_id AND user_id = old.user_id AND offered = 2;
END;

-- Educations whose next dates a person wants to hear of.
CREATE TABLE education_watches (
  user_id integer NOT NULL REFERENCES users(id),
  education_id integer NOT NULL REFERENCES educations(id),
  created_at text NOT NULL,
  seen_occasion_id integer NOT NULL,
  PRIMARY KEY (user_id, education_id)
) WITHOUT ROWID;

-- Serves the watches of an education.
CREATE INDEX idx_education_watches_education_id ON education_watches (education_id);
