-- What organisations are invoiced: a head for each recipient of an export, and its rows. Nothing of it is changed or
-- deleted later; an export is undone as a whole, which frees its rows.
CREATE TABLE invoice_heads (
  id integer PRIMARY KEY NOT NULL,
  number integer NOT NULL,
  export_id text NOT NULL,
  title text NOT NULL,
  reference text,
  invoice_recipient_id integer NOT NULL,
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
  created_by_user_id integer NOT NULL,
  created_at text NOT NULL,
  undone_by_user_id integer,
  undone_at text
);
CREATE UNIQUE INDEX idx_invoice_heads_number ON invoice_heads (number);
CREATE UNIQUE INDEX idx_invoice_heads_export ON invoice_heads (export_id,invoice_recipient_id);
CREATE INDEX idx_invoice_heads_created_at ON invoice_heads (created_at);

CREATE TABLE invoice_rows (
  id integer PRIMARY KEY NOT NULL,
  invoice_head_id integer NOT NULL,
  result_id integer NOT NULL,
  user_id integer NOT NULL,
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
  live integer DEFAULT true NOT NULL
);
CREATE INDEX idx_invoice_rows_head ON invoice_rows (invoice_head_id);
-- One result is on one live invoice at most, whoever presses when.
CREATE UNIQUE INDEX idx_invoice_rows_result ON invoice_rows (result_id) WHERE live = 1;

-- What waits to be invoiced, by the day of sign-up and by the day of completion.
CREATE INDEX idx_education_part_results_due ON education_part_results (signed_up_at,invoice_recipient_id,fee_at_sign_up_minor) WHERE canceled = 0 AND payment_id IS NULL AND invoice_recipient_id IS NOT NULL AND fee_at_sign_up_minor > 0;
CREATE INDEX idx_education_part_results_due_completed ON education_part_results (completed_at,invoice_recipient_id,fee_at_sign_up_minor) WHERE completed = 1 AND canceled = 0 AND payment_id IS NULL AND invoice_recipient_id IS NOT NULL AND fee_at_sign_up_minor > 0;

-- The result is as it was when the row was made up: not called off, paid or moved to another recipient meanwhile.
CREATE TRIGGER invoice_rows_due BEFORE INSERT ON invoice_rows
BEGIN
  SELECT raise(ABORT, 'invoice_items_changed') WHERE NOT EXISTS (
    SELECT 1 FROM education_part_results r JOIN invoice_heads h ON h.id = new.invoice_head_id
    WHERE r.id = new.result_id AND r.user_id = new.user_id AND r.canceled = 0 AND r.payment_id IS NULL
      AND r.invoice_recipient_id = h.invoice_recipient_id AND r.fee_at_sign_up_minor = new.fee_minor);
END;

CREATE TRIGGER invoice_heads_undone_once BEFORE UPDATE ON invoice_heads
WHEN old.status <> 0
BEGIN
  SELECT raise(ABORT, 'invoice_undone');
END;

CREATE TRIGGER invoice_heads_fixed BEFORE UPDATE ON invoice_heads
WHEN old.status = 0 AND (new.status <> 1 OR new.undone_at IS NULL OR new.number IS NOT old.number
  OR new.invoice_recipient_id IS NOT old.invoice_recipient_id OR new.total_minor IS NOT old.total_minor
  OR new.vat_total_minor IS NOT old.vat_total_minor OR new.row_count IS NOT old.row_count
  OR new.created_at IS NOT old.created_at)
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

CREATE TRIGGER invoice_heads_undone AFTER UPDATE OF status ON invoice_heads
WHEN new.status = 1
BEGIN
  UPDATE invoice_rows SET live = 0 WHERE invoice_head_id = new.id;
END;

CREATE TRIGGER invoice_rows_fixed BEFORE UPDATE ON invoice_rows
WHEN new.live <> 0 OR new.result_id IS NOT old.result_id OR new.invoice_head_id IS NOT old.invoice_head_id
  OR new.amount_minor IS NOT old.amount_minor OR new.vat_minor IS NOT old.vat_minor
  OR (SELECT status FROM invoice_heads WHERE id = old.invoice_head_id) <> 1
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

CREATE TRIGGER invoice_heads_no_delete BEFORE DELETE ON invoice_heads
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

CREATE TRIGGER invoice_rows_no_delete BEFORE DELETE ON invoice_rows
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;
