-- Credit invoices: an invoice with negative amounts that refers to the one it credits, and why. It has a number of the same series.
ALTER TABLE invoice_heads ADD COLUMN credited_head_id integer REFERENCES invoice_heads(id);

ALTER TABLE invoice_heads ADD COLUMN credit_reason text;

ALTER TABLE invoice_rows ADD COLUMN credited_row_id integer REFERENCES invoice_rows(id);

-- Serves the credit invoices of an invoice.
CREATE INDEX idx_invoice_heads_credited ON invoice_heads (credited_head_id) WHERE credited_head_id IS NOT NULL;

-- Credits each row once.
CREATE UNIQUE INDEX idx_invoice_rows_credited ON invoice_rows (credited_row_id) WHERE credited_row_id IS NOT NULL;

-- An invoice that is in the accounts or credited is not undone, and neither is a credit invoice.
CREATE TRIGGER invoice_heads_undoable BEFORE UPDATE OF status ON invoice_heads
WHEN old.status = 0 AND new.status = 1
BEGIN
  SELECT raise(ABORT, 'invoice_is_credit') WHERE old.credited_head_id IS NOT NULL;
  SELECT raise(ABORT, 'invoice_credited') WHERE EXISTS (
    SELECT 1 FROM invoice_heads c WHERE c.credited_head_id = old.id);
  SELECT raise(ABORT, 'invoice_booked') WHERE EXISTS (
    SELECT 1 FROM invoice_batch_events e WHERE e.export_id = old.export_id AND e.kind = 'booked');
END;

DROP TRIGGER invoice_rows_due;

-- The result must still be due as it was when the row was prepared: not cancelled, paid or moved to another recipient.
CREATE TRIGGER invoice_rows_due BEFORE INSERT ON invoice_rows
WHEN new.credited_row_id IS NULL
BEGIN
  SELECT raise(ABORT, 'invoice_items_changed') WHERE NOT EXISTS (
    SELECT 1 FROM education_part_results r JOIN invoice_heads h ON h.id = new.invoice_head_id
    WHERE r.id = new.result_id AND r.user_id = new.user_id AND r.payment_id IS NULL
      AND iif(new.canceled_at IS NULL, r.canceled = 0, r.canceled_due = 1 AND r.canceled_at = new.canceled_at)
      AND r.invoice_recipient_id = h.invoice_recipient_id AND r.fee_at_sign_up_minor = new.fee_minor);
END;

-- A row of a credit invoice takes back a whole row of the invoice that it credits, which is neither undone nor credited.
CREATE TRIGGER invoice_rows_credit BEFORE INSERT ON invoice_rows
WHEN new.credited_row_id IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'invoice_undone') WHERE EXISTS (
    SELECT 1 FROM invoice_rows o JOIN invoice_heads h ON h.id = o.invoice_head_id
    WHERE o.id = new.credited_row_id AND h.status = 1);
  SELECT raise(ABORT, 'invoice_credited') WHERE EXISTS (
    SELECT 1 FROM invoice_rows o WHERE o.id = new.credited_row_id AND o.live = 0);
  SELECT raise(ABORT, 'invoice_fixed') WHERE NOT EXISTS (
    SELECT 1 FROM invoice_rows o JOIN invoice_heads h ON h.id = new.invoice_head_id
    WHERE o.id = new.credited_row_id AND o.invoice_head_id = h.credited_head_id AND o.credited_row_id IS NULL
      AND new.live = 0 AND new.result_id = o.result_id AND new.vat_rate = o.vat_rate
      AND new.amount_minor = -o.amount_minor AND new.vat_minor = -o.vat_minor);
END;

DROP TRIGGER invoice_rows_fixed;

-- A row never changes, except that it ends with its invoice or its credit, and loses the name when seven years have passed since the end
-- of its year.
CREATE TRIGGER invoice_rows_fixed BEFORE UPDATE ON invoice_rows
WHEN (new.live <> 0 OR new.result_id IS NOT old.result_id OR new.invoice_head_id IS NOT old.invoice_head_id
  OR new.amount_minor IS NOT old.amount_minor OR new.vat_minor IS NOT old.vat_minor
  OR new.credited_row_id IS NOT old.credited_row_id
  OR ((SELECT status FROM invoice_heads WHERE id = old.invoice_head_id) <> 1
    AND NOT EXISTS (SELECT 1 FROM invoice_rows c WHERE c.credited_row_id = old.id)))
  AND NOT (new.user_name = 'Raderad person' AND new.live = old.live AND new.result_id = old.result_id
    AND new.user_id = old.user_id AND new.invoice_head_id = old.invoice_head_id
    AND new.credited_row_id IS old.credited_row_id
    AND new.amount_minor = old.amount_minor AND new.vat_minor = old.vat_minor AND new.fee_minor = old.fee_minor
    AND cast(strftime('%Y', 'now') AS integer) > cast(substr(
      (SELECT created_at FROM invoice_heads WHERE id = old.invoice_head_id), 1, 4) AS integer) + 7)
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

-- A credited row is no longer live, so its result may be invoiced again.
CREATE TRIGGER invoice_rows_credited AFTER INSERT ON invoice_rows
WHEN new.credited_row_id IS NOT NULL
BEGIN
  UPDATE invoice_rows SET live = 0 WHERE id = new.credited_row_id;
END;
