-- Upper ages of educations, payments for several children at once, and payments that a child asks a guardian for.

-- The highest age of a participant on the day of the occasion; never below the lowest.
ALTER TABLE educations ADD COLUMN max_age integer CHECK (max_age IS NULL OR min_age IS NULL OR max_age >= min_age);

-- The child that asked its guardians to pay; null for a payment that its payer began. Such a payment only reserves the seat: the guardian
-- who pays begins one of their own, in whose commit this one ends.
ALTER TABLE payments ADD COLUMN requested_by_user_id integer REFERENCES users(id);

-- Finds the payments that a child has asked for.
CREATE INDEX idx_payments_requested_by ON payments (requested_by_user_id, status) WHERE requested_by_user_id IS NOT NULL;

-- One payment reserves the same part for several people, so the key of a hold has the person. The table is made again, because SQLite
-- changes no key. Its holds are copied before the triggers are there again, so that no seat is counted twice.
CREATE TABLE copied_payment_holds AS SELECT * FROM payment_holds;
DROP TABLE payment_holds;

-- Seats that unfinished payments hold, one row for each person and part.
CREATE TABLE payment_holds (
  payment_id text NOT NULL REFERENCES payments(id),
  user_id integer NOT NULL REFERENCES users(id),
  education_id integer NOT NULL REFERENCES educations(id),
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  occasion_id integer REFERENCES occasions(id),
  expires_at text NOT NULL,
  PRIMARY KEY (payment_id, user_id, education_part_id)
) WITHOUT ROWID;
INSERT INTO payment_holds (payment_id, user_id, education_id, education_part_id, occasion_id, expires_at)
SELECT payment_id, user_id, education_id, education_part_id, occasion_id, expires_at FROM copied_payment_holds;
DROP TABLE copied_payment_holds;

-- Finds the holds of a person for an education.
CREATE INDEX idx_payment_holds_person ON payment_holds (user_id, education_id);

-- Serves the holds of an occasion, and their expiry.
CREATE INDEX idx_payment_holds_occasion ON payment_holds (occasion_id, expires_at);

-- A person pays for the same thing once at a time, and a seat is reserved only while there is one.
CREATE TRIGGER holds_take_place BEFORE INSERT ON payment_holds
BEGIN
  SELECT raise(ABORT, 'payment_under_way') FROM payment_holds
  WHERE user_id = new.user_id AND payment_id <> new.payment_id
    AND (education_id = new.education_id OR education_part_id = new.education_part_id);
  SELECT raise(ABORT, 'already_signed_up') FROM education_part_results
  WHERE user_id = new.user_id AND education_part_id = new.education_part_id AND completed = 0 AND canceled = 0;
  SELECT raise(ABORT, 'occasion_canceled') FROM occasions WHERE id = new.occasion_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM occasions
  WHERE id = new.occasion_id AND max_participants IS NOT NULL AND booked_count + reserved_count >= max_participants;
END;

-- Counts a reserved seat of the occasion.
CREATE TRIGGER holds_count_insert AFTER INSERT ON payment_holds WHEN new.occasion_id IS NOT NULL
BEGIN
  UPDATE occasions SET reserved_count = reserved_count + 1 WHERE id = new.occasion_id;
END;

-- Frees the reserved seat.
CREATE TRIGGER holds_count_delete AFTER DELETE ON payment_holds WHEN old.occasion_id IS NOT NULL
BEGIN
  UPDATE occasions SET reserved_count = reserved_count - 1 WHERE id = old.occasion_id;
END;
