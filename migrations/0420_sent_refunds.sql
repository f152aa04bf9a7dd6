-- Refunds that the provider is asked to make. 0 waits, 1 is on its way there, 2 has gone back, 3 was refused or failed.

ALTER TABLE payment_refunds ADD COLUMN state integer DEFAULT 0 NOT NULL;
-- What was to go back when less is sent.
ALTER TABLE payment_refunds ADD COLUMN due_minor integer;
-- Of one attempt; the provider makes one refund under it, however often it is asked.
ALTER TABLE payment_refunds ADD COLUMN attempt_key text;
ALTER TABLE payment_refunds ADD COLUMN provider_reference text;
ALTER TABLE payment_refunds ADD COLUMN failure text;
ALTER TABLE payment_refunds ADD COLUMN sent_at text;
UPDATE payment_refunds SET state = 2 WHERE refunded_at IS NOT NULL;
CREATE UNIQUE INDEX idx_payment_refunds_attempt ON payment_refunds (attempt_key) WHERE attempt_key IS NOT NULL;

-- What the provider says of an attempt counts while that is the latest one. Only a refund that it made may fail afterwards.
CREATE TRIGGER payment_refunds_move BEFORE UPDATE OF state ON payment_refunds
WHEN NOT (
  (old.state IN (0, 3) AND new.state = 1 AND new.attempt_key IS NOT NULL AND new.attempt_key IS NOT old.attempt_key)
  OR (old.state IN (0, 3) AND new.state = 2 AND new.attempt_key IS old.attempt_key AND new.refunded_by_user_id IS NOT NULL)
  OR (old.state = 1 AND new.state = 2 AND new.attempt_key IS old.attempt_key AND new.provider_reference IS NOT NULL)
  OR (old.state = 1 AND new.state = 3 AND new.attempt_key IS old.attempt_key)
  OR (old.state = 3 AND new.state = 2 AND new.attempt_key IS old.attempt_key AND new.provider_reference IS NOT NULL)
  OR (old.state = 2 AND new.state = 3 AND new.attempt_key IS old.attempt_key AND old.provider_reference IS NOT NULL)
)
BEGIN
  SELECT raise(ABORT, 'refund_moved');
END;

-- Never more than was paid, whoever asks.
CREATE TRIGGER payment_refunds_within BEFORE INSERT ON payment_refunds
BEGIN
  SELECT raise(ABORT, 'refund_too_large') FROM payments p
  WHERE p.id = new.payment_id AND (new.amount_minor <= 0 OR p.status NOT IN (2, 5) OR p.amount_minor < new.amount_minor
    + (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_refunds f WHERE f.payment_id = new.payment_id));
END;

CREATE TRIGGER payment_refunds_stay_within BEFORE UPDATE OF amount_minor ON payment_refunds
BEGIN
  SELECT raise(ABORT, 'refund_too_large') FROM payments p
  WHERE p.id = new.payment_id AND (new.amount_minor <= 0 OR p.amount_minor < new.amount_minor
    + (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_refunds f
       WHERE f.payment_id = new.payment_id AND f.id <> new.id));
END;

-- A place that is taken away leaves what has not been given back before.
DROP TRIGGER results_refund_canceled;
CREATE TRIGGER results_refund_canceled AFTER UPDATE OF canceled ON education_part_results
WHEN new.canceled = 1 AND old.canceled = 0 AND new.payment_id IS NOT NULL AND new.fee_at_sign_up_minor > 0
BEGIN
  INSERT INTO payment_refunds (payment_id, result_id, amount_minor, reason, created_at)
  SELECT new.payment_id, new.id, min(new.fee_at_sign_up_minor, p.left_minor), 'canceled', new.changed_at
  FROM (SELECT amount_minor - (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_refunds f
    WHERE f.payment_id = payments.id) AS left_minor FROM payments WHERE id = new.payment_id) p
  WHERE p.left_minor > 0
  ON CONFLICT DO NOTHING;
END;

DROP TRIGGER results_refund_deleted;
CREATE TRIGGER results_refund_deleted AFTER DELETE ON education_part_results
WHEN old.canceled = 0 AND old.payment_id IS NOT NULL AND old.fee_at_sign_up_minor > 0
BEGIN
  INSERT INTO payment_refunds (payment_id, result_id, amount_minor, reason, created_at)
  SELECT old.payment_id, old.id, min(old.fee_at_sign_up_minor, p.left_minor), 'canceled',
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM (SELECT amount_minor - (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_refunds f
    WHERE f.payment_id = payments.id) AS left_minor FROM payments WHERE id = old.payment_id) p
  WHERE p.left_minor > 0
  ON CONFLICT DO NOTHING;
END;

-- Taken up again it is paid still, unless the money has gone back or is on its way.
DROP TRIGGER results_paid_back_stay;
CREATE TRIGGER results_paid_back_stay BEFORE UPDATE OF canceled ON education_part_results
WHEN new.canceled = 0 AND old.canceled = 1 AND old.payment_id IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'payment_refunded') FROM payment_refunds
  WHERE payment_id = old.payment_id AND result_id = old.id AND state IN (1, 2);
  SELECT raise(ABORT, 'payment_refunded') FROM payments WHERE id = old.payment_id AND status = 5;
  DELETE FROM payment_refunds WHERE payment_id = old.payment_id AND result_id = old.id AND state IN (0, 3);
END;

-- A refund that failed after it was made is to be made again, so the payment is not refunded any more.
DROP TRIGGER payments_move;
CREATE TRIGGER payments_move BEFORE UPDATE OF status ON payments
WHEN NOT (
  (old.status = 0 AND new.status IN (1, 2, 3, 4))
  OR (old.status = 1 AND new.status IN (2, 3, 4))
  OR (old.status IN (3, 4) AND new.status = 2)
  OR (old.status = 2 AND new.status = 5)
  OR (old.status = 5 AND new.status = 2 AND new.paid_at IS old.paid_at)
)
BEGIN
  SELECT raise(ABORT, 'payment_moved');
END;

-- What the local provider has given back.
CREATE TABLE local_refunds (
  reference text PRIMARY KEY NOT NULL,
  attempt_key text NOT NULL,
  payment_reference text NOT NULL,
  amount_minor integer NOT NULL,
  state text NOT NULL,
  settles_at text,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX idx_local_refunds_attempt_key ON local_refunds (attempt_key);
