-- Payments, refunds and invoices.

-- Payments by card, with the sign-up that each pays.
CREATE TABLE payments (
  id text PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
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

-- Uses each receipt number once.
CREATE UNIQUE INDEX idx_payments_receipt_number ON payments (receipt_number);

-- Starts the same payment once.
CREATE UNIQUE INDEX idx_payments_idempotency_key ON payments (user_id, idempotency_key);

-- Finds a payment by the provider's reference; each is used once.
CREATE UNIQUE INDEX idx_payments_reference ON payments (provider, provider_reference);

-- Serves a person's payments, newest first.
CREATE INDEX idx_payments_user ON payments (user_id, created_at);

-- Serves the office's list of payments, newest first.
CREATE INDEX idx_payments_created_at ON payments (created_at);

-- Serves payments of one status, and the job that ends unfinished ones.
CREATE INDEX idx_payments_status ON payments (status, created_at);

-- The person, amount, currency and content of a payment never change.
CREATE TRIGGER payments_fixed BEFORE UPDATE OF user_id, amount_minor, currency, places, rows ON payments
BEGIN
  SELECT raise(ABORT, 'payment_is_fixed');
END;

-- A payment only moves forward: Created 0, Pending 1, Paid 2, Failed 3, Canceled 4, Refunded 5. Late money counts, and a refund that fails
-- makes the payment paid again.
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

-- Seats that are reserved while a payment lasts.
CREATE TABLE payment_holds (
  payment_id text NOT NULL REFERENCES payments(id),
  user_id integer NOT NULL REFERENCES users(id),
  education_id integer NOT NULL REFERENCES educations(id),
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  occasion_id integer REFERENCES occasions(id),
  expires_at text NOT NULL,
  PRIMARY KEY (payment_id, education_part_id)
) WITHOUT ROWID;

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

-- Refunds, due or made. Without a result: no seat could be given for the money.
CREATE TABLE payment_refunds (
  id integer PRIMARY KEY NOT NULL,
  payment_id text NOT NULL REFERENCES payments(id),
  result_id integer,
  amount_minor integer NOT NULL,
  reason text NOT NULL,
  created_at text NOT NULL,
  refunded_at text,
  refunded_by_user_id integer REFERENCES users(id),
  note text,
  state integer DEFAULT 0 NOT NULL,
  due_minor integer,
  attempt_key text,
  provider_reference text,
  failure text,
  sent_at text
);

-- Makes one refund per payment and result.
CREATE UNIQUE INDEX idx_payment_refunds_result ON payment_refunds (payment_id, result_id);

-- Serves refunds that have not been made, oldest first.
CREATE INDEX idx_payment_refunds_open ON payment_refunds (created_at) WHERE refunded_at IS NULL;

-- Finds the refund of an attempt; each attempt key is used once.
CREATE UNIQUE INDEX idx_payment_refunds_attempt ON payment_refunds (attempt_key) WHERE attempt_key IS NOT NULL;

-- The provider's answer counts for the latest attempt only, and only a refund that was made may fail afterwards. States: due 0, sent 1,
-- made 2, failed 3.
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

-- The refunds of a payment never exceed its amount.
CREATE TRIGGER payment_refunds_within BEFORE INSERT ON payment_refunds
BEGIN
  SELECT raise(ABORT, 'refund_too_large') FROM payments p
  WHERE p.id = new.payment_id AND (new.amount_minor <= 0 OR p.status NOT IN (2, 5) OR p.amount_minor < new.amount_minor
    + (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_refunds f WHERE f.payment_id = new.payment_id));
END;

-- An edited refund does not exceed the amount either.
CREATE TRIGGER payment_refunds_stay_within BEFORE UPDATE OF amount_minor ON payment_refunds
BEGIN
  SELECT raise(ABORT, 'refund_too_large') FROM payments p
  WHERE p.id = new.payment_id AND (new.amount_minor <= 0 OR p.amount_minor < new.amount_minor
    + (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_refunds f
       WHERE f.payment_id = new.payment_id AND f.id <> new.id));
END;

-- Payments of the local provider, which moves no money, for development and trial.
CREATE TABLE local_payments (
  reference text PRIMARY KEY NOT NULL,
  payment_id text NOT NULL,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  state text NOT NULL,
  settles_at text,
  created_at text NOT NULL
);

-- Finds the local payment of a payment.
CREATE UNIQUE INDEX idx_local_payments_payment_id ON local_payments (payment_id);

-- Refunds of the local provider.
CREATE TABLE local_refunds (
  reference text PRIMARY KEY NOT NULL,
  attempt_key text NOT NULL,
  payment_reference text NOT NULL,
  amount_minor integer NOT NULL,
  state text NOT NULL,
  settles_at text,
  created_at text NOT NULL
);

-- Makes one refund per attempt key.
CREATE UNIQUE INDEX idx_local_refunds_attempt_key ON local_refunds (attempt_key);

-- Invoices to organisations, one per recipient of an export. An export is undone as a whole and never edited.
CREATE TABLE invoice_heads (
  id integer PRIMARY KEY NOT NULL,
  number integer NOT NULL,
  export_id text NOT NULL,
  title text NOT NULL,
  reference text,
  invoice_recipient_id integer NOT NULL REFERENCES organizations(id),
  recipient_name text NOT NULL,
  recipient_org_nr text,
  recipient_email text,
  recipient_address text,
  starts_at text NOT NULL,
  ends_at text NOT NULL,
  row_count integer NOT NULL,
  total_minor integer NOT NULL,
  vat_total_minor integer NOT NULL,
  currency text DEFAULT 'SEK' NOT NULL,
  status integer DEFAULT 0 NOT NULL,
  created_by_user_id integer NOT NULL REFERENCES users(id),
  created_at text NOT NULL,
  undone_by_user_id integer REFERENCES users(id),
  undone_at text
);

-- Uses each invoice number once.
CREATE UNIQUE INDEX idx_invoice_heads_number ON invoice_heads (number);

-- Allows one invoice per recipient within an export.
CREATE UNIQUE INDEX idx_invoice_heads_export ON invoice_heads (export_id, invoice_recipient_id);

-- Serves the list of invoices, newest first.
CREATE INDEX idx_invoice_heads_created_at ON invoice_heads (created_at);

-- An invoice that was undone never changes again.
CREATE TRIGGER invoice_heads_undone_once BEFORE UPDATE ON invoice_heads
WHEN old.status <> 0
BEGIN
  SELECT raise(ABORT, 'invoice_undone');
END;

-- The only change to an invoice is that it is undone.
CREATE TRIGGER invoice_heads_fixed BEFORE UPDATE ON invoice_heads
WHEN old.status = 0 AND (new.status <> 1 OR new.undone_at IS NULL OR new.number IS NOT old.number
  OR new.invoice_recipient_id IS NOT old.invoice_recipient_id OR new.total_minor IS NOT old.total_minor
  OR new.vat_total_minor IS NOT old.vat_total_minor OR new.row_count IS NOT old.row_count
  OR new.created_at IS NOT old.created_at)
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

-- The rows of an undone invoice are no longer live, so their results may be invoiced again.
CREATE TRIGGER invoice_heads_undone AFTER UPDATE OF status ON invoice_heads
WHEN new.status = 1
BEGIN
  UPDATE invoice_rows SET live = 0 WHERE invoice_head_id = new.id;
END;

-- Invoices are accounting records and are never deleted.
CREATE TRIGGER invoice_heads_no_delete BEFORE DELETE ON invoice_heads
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

-- Rows of invoices, with names and titles as they were.
CREATE TABLE invoice_rows (
  id integer PRIMARY KEY NOT NULL,
  invoice_head_id integer NOT NULL REFERENCES invoice_heads(id),
  result_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  user_name text NOT NULL,
  education_title text NOT NULL,
  part_title text,
  occasion_at text,
  signed_up_at text NOT NULL,
  completed_at text,
  fee_minor integer NOT NULL,
  amount_minor integer NOT NULL,
  vat_rate integer NOT NULL,
  vat_minor integer NOT NULL,
  live integer DEFAULT true NOT NULL,
  canceled_at text,
  attended integer DEFAULT false NOT NULL
);

-- Serves the rows of an invoice.
CREATE INDEX idx_invoice_rows_head ON invoice_rows (invoice_head_id);

-- Allows one live invoice per result.
CREATE UNIQUE INDEX idx_invoice_rows_result ON invoice_rows (result_id) WHERE live = 1;

-- Rows are accounting records and are never deleted.
CREATE TRIGGER invoice_rows_no_delete BEFORE DELETE ON invoice_rows
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

-- The result must still be due as it was when the row was prepared: not cancelled, paid or moved to another recipient.
CREATE TRIGGER invoice_rows_due BEFORE INSERT ON invoice_rows
BEGIN
  SELECT raise(ABORT, 'invoice_items_changed') WHERE NOT EXISTS (
    SELECT 1 FROM education_part_results r JOIN invoice_heads h ON h.id = new.invoice_head_id
    WHERE r.id = new.result_id AND r.user_id = new.user_id AND r.payment_id IS NULL
      AND iif(new.canceled_at IS NULL, r.canceled = 0, r.canceled_due = 1 AND r.canceled_at = new.canceled_at)
      AND r.invoice_recipient_id = h.invoice_recipient_id AND r.fee_at_sign_up_minor = new.fee_minor);
END;

-- A row never changes, except that it ends with its invoice, and loses the name when seven years have passed since the end of its year.
CREATE TRIGGER invoice_rows_fixed BEFORE UPDATE ON invoice_rows
WHEN (new.live <> 0 OR new.result_id IS NOT old.result_id OR new.invoice_head_id IS NOT old.invoice_head_id
  OR new.amount_minor IS NOT old.amount_minor OR new.vat_minor IS NOT old.vat_minor
  OR (SELECT status FROM invoice_heads WHERE id = old.invoice_head_id) <> 1)
  AND NOT (new.user_name = 'Raderad person' AND new.live = old.live AND new.result_id = old.result_id
    AND new.user_id = old.user_id AND new.invoice_head_id = old.invoice_head_id
    AND new.amount_minor = old.amount_minor AND new.vat_minor = old.vat_minor AND new.fee_minor = old.fee_minor
    AND cast(strftime('%Y', 'now') AS integer) > cast(substr(
      (SELECT created_at FROM invoice_heads WHERE id = old.invoice_head_id), 1, 4) AS integer) + 7)
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;
