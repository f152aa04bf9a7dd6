-- Payments by card, the places they hold while they last, and what is to be paid back.

CREATE TABLE payments (
  id text PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  status integer DEFAULT 0 NOT NULL,
  amount_minor integer NOT NULL,
  vat_minor integer NOT NULL,
  currency text DEFAULT 'SEK' NOT NULL,
  method integer DEFAULT 0 NOT NULL,
  provider text NOT NULL,
  provider_reference text,
  sign_up text NOT NULL,
  places text NOT NULL,
  rows text NOT NULL,
  receipt_number integer,
  last_digits text,
  paid_at text,
  expires_at text NOT NULL,
  idempotency_key text NOT NULL,
  terms_accepted_at text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);
CREATE UNIQUE INDEX idx_payments_receipt_number ON payments (receipt_number);
CREATE UNIQUE INDEX idx_payments_idempotency_key ON payments (user_id, idempotency_key);
CREATE UNIQUE INDEX idx_payments_reference ON payments (provider, provider_reference);
CREATE INDEX idx_payments_user ON payments (user_id, created_at);
CREATE INDEX idx_payments_created_at ON payments (created_at);
CREATE INDEX idx_payments_status ON payments (status, created_at);

-- Created 0, Pending 1, Paid 2, Failed 3, Canceled 4, Refunded 5. Money that came in late is money all the same.
CREATE TRIGGER payments_move BEFORE UPDATE OF status ON payments
WHEN NOT (
  (old.status = 0 AND new.status IN (1, 2, 3, 4))
  OR (old.status = 1 AND new.status IN (2, 3, 4))
  OR (old.status IN (3, 4) AND new.status = 2)
  OR (old.status = 2 AND new.status = 5)
)
BEGIN
  SELECT raise(ABORT, 'payment_moved');
END;

CREATE TRIGGER payments_fixed BEFORE UPDATE OF user_id, amount_minor, currency, places, rows ON payments
BEGIN
  SELECT raise(ABORT, 'payment_is_fixed');
END;

-- A place that waits for its money. One payment at a time for what a person could pay for twice.
CREATE TABLE payment_holds (
  payment_id text NOT NULL,
  user_id integer NOT NULL,
  education_id integer NOT NULL,
  education_part_id integer NOT NULL,
  occasion_id integer,
  expires_at text NOT NULL,
  PRIMARY KEY (payment_id, education_part_id)
) WITHOUT ROWID;
CREATE INDEX idx_payment_holds_person ON payment_holds (user_id, education_id);
CREATE INDEX idx_payment_holds_occasion ON payment_holds (occasion_id, expires_at);

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

CREATE TRIGGER holds_count_insert AFTER INSERT ON payment_holds WHEN new.occasion_id IS NOT NULL
BEGIN
  UPDATE occasions SET reserved_count = reserved_count + 1 WHERE id = new.occasion_id;
END;

CREATE TRIGGER holds_count_delete AFTER DELETE ON payment_holds WHEN old.occasion_id IS NOT NULL
BEGIN
  UPDATE occasions SET reserved_count = reserved_count - 1 WHERE id = old.occasion_id;
END;

-- What is being paid for is signed up to by that payment alone, and an education's fee is asked once.
CREATE TRIGGER results_not_while_paying BEFORE INSERT ON education_part_results
WHEN new.canceled = 0
BEGIN
  SELECT raise(ABORT, 'payment_under_way') FROM payment_holds
  WHERE user_id = new.user_id
    AND (education_part_id = new.education_part_id OR (education_id = new.education_id AND new.fee_at_sign_up_minor > 0));
END;

CREATE INDEX idx_education_part_results_payment ON education_part_results (payment_id) WHERE payment_id IS NOT NULL;

-- Money that is to go back. Without a result: no place could be given for it.
CREATE TABLE payment_refunds (
  id integer PRIMARY KEY NOT NULL,
  payment_id text NOT NULL,
  result_id integer,
  amount_minor integer NOT NULL,
  reason text NOT NULL,
  created_at text NOT NULL,
  refunded_at text,
  refunded_by_user_id integer,
  note text
);
CREATE UNIQUE INDEX idx_payment_refunds_result ON payment_refunds (payment_id, result_id);
CREATE INDEX idx_payment_refunds_open ON payment_refunds (created_at) WHERE refunded_at IS NULL;

-- Whoever takes a paid place away, by whichever way, leaves the money to be paid back.
CREATE TRIGGER results_refund_canceled AFTER UPDATE OF canceled ON education_part_results
WHEN new.canceled = 1 AND old.canceled = 0 AND new.payment_id IS NOT NULL AND new.fee_at_sign_up_minor > 0
BEGIN
  INSERT INTO payment_refunds (payment_id, result_id, amount_minor, reason, created_at)
  VALUES (new.payment_id, new.id, new.fee_at_sign_up_minor, 'canceled', new.changed_at)
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER results_refund_deleted AFTER DELETE ON education_part_results
WHEN old.canceled = 0 AND old.payment_id IS NOT NULL AND old.fee_at_sign_up_minor > 0
BEGIN
  INSERT INTO payment_refunds (payment_id, result_id, amount_minor, reason, created_at)
  VALUES (old.payment_id, old.id, old.fee_at_sign_up_minor, 'canceled', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  ON CONFLICT DO NOTHING;
END;

-- A sign-up that is taken up again is paid still, unless the money has gone back.
CREATE TRIGGER results_paid_back_stay BEFORE UPDATE OF canceled ON education_part_results
WHEN new.canceled = 0 AND old.canceled = 1 AND old.payment_id IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'payment_refunded') FROM payment_refunds
  WHERE payment_id = old.payment_id AND result_id = old.id AND refunded_at IS NOT NULL;
  DELETE FROM payment_refunds WHERE payment_id = old.payment_id AND result_id = old.id AND refunded_at IS NULL;
END;
