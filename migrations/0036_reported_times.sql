-- RF-SISU: the times of a report, and the break of an occasion. Invoices: every column of a row is fixed. Accounts: shared addresses.

-- Breaks of an occasion in minutes, which are no education hours.
ALTER TABLE occasions ADD COLUMN break_minutes integer DEFAULT 0 NOT NULL;

UPDATE occasions SET break_minutes = coalesce((
  SELECT s.break_minutes FROM study_reports s WHERE s.occasion_id = occasions.id ORDER BY s.id DESC LIMIT 1), 0)
WHERE id IN (SELECT occasion_id FROM study_reports);

-- Start, end and sessions that were reported. Earlier reports get the times of today, as nobody stored theirs.
ALTER TABLE study_reports ADD COLUMN reported_times text DEFAULT '{}' NOT NULL;

UPDATE study_reports SET reported_times = (
  SELECT json_object('start', o.starts_at, 'end', o.ends_at, 'sessions', json(o.sessions)) FROM occasions o WHERE o.id = study_reports.occasion_id);

DROP TRIGGER invoice_rows_fixed;

-- A row never changes, except that it ends with its invoice or its credit, and loses the name when seven years have passed since the end
-- of its year. Years begin in Sweden, where the clock is an hour ahead of UTC at New Year.
CREATE TRIGGER invoice_rows_fixed BEFORE UPDATE ON invoice_rows
WHEN new.id IS NOT old.id OR new.invoice_head_id IS NOT old.invoice_head_id OR new.result_id IS NOT old.result_id
  OR new.user_id IS NOT old.user_id OR new.education_title IS NOT old.education_title OR new.part_title IS NOT old.part_title
  OR new.occasion_at IS NOT old.occasion_at OR new.signed_up_at IS NOT old.signed_up_at OR new.completed_at IS NOT old.completed_at
  OR new.fee_minor IS NOT old.fee_minor OR new.amount_minor IS NOT old.amount_minor OR new.vat_rate IS NOT old.vat_rate
  OR new.vat_minor IS NOT old.vat_minor OR new.canceled_at IS NOT old.canceled_at OR new.attended IS NOT old.attended
  OR new.credited_row_id IS NOT old.credited_row_id
  OR (new.live IS NOT old.live AND NOT (new.live = 0 AND (
    EXISTS (SELECT 1 FROM invoice_heads h WHERE h.id = old.invoice_head_id AND h.status = 1)
    OR EXISTS (SELECT 1 FROM invoice_rows c WHERE c.credited_row_id = old.id))))
  OR (new.user_name IS NOT old.user_name AND NOT (new.user_name = 'Raderad person'
    AND cast(strftime('%Y', 'now', '+1 hour') AS integer) > 7 + (
      SELECT cast(strftime('%Y', h.created_at, '+1 hour') AS integer) FROM invoice_heads h WHERE h.id = old.invoice_head_id)))
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

DROP TRIGGER invoice_heads_fixed;

-- The only change to an invoice is that it is undone.
CREATE TRIGGER invoice_heads_fixed BEFORE UPDATE ON invoice_heads
WHEN old.status = 0 AND (new.status <> 1 OR new.undone_at IS NULL OR new.id IS NOT old.id OR new.number IS NOT old.number
  OR new.export_id IS NOT old.export_id OR new.title IS NOT old.title OR new.reference IS NOT old.reference
  OR new.invoice_recipient_id IS NOT old.invoice_recipient_id OR new.recipient_name IS NOT old.recipient_name
  OR new.recipient_org_nr IS NOT old.recipient_org_nr OR new.recipient_email IS NOT old.recipient_email
  OR new.recipient_address IS NOT old.recipient_address OR new.starts_at IS NOT old.starts_at OR new.ends_at IS NOT old.ends_at
  OR new.row_count IS NOT old.row_count OR new.total_minor IS NOT old.total_minor OR new.vat_total_minor IS NOT old.vat_total_minor
  OR new.currency IS NOT old.currency OR new.created_by_user_id IS NOT old.created_by_user_id
  OR new.created_at IS NOT old.created_at OR new.credited_head_id IS NOT old.credited_head_id
  OR new.credit_reason IS NOT old.credit_reason)
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

-- An invoice has as many rows as it was written with: none is added later.
CREATE TRIGGER invoice_rows_counted AFTER INSERT ON invoice_rows
WHEN (SELECT count(*) FROM invoice_rows o WHERE o.invoice_head_id = new.invoice_head_id) > (
  SELECT h.row_count FROM invoice_heads h WHERE h.id = new.invoice_head_id)
BEGIN
  SELECT raise(ABORT, 'invoice_fixed');
END;

DROP TRIGGER users_external_email_is_own;

-- Two external users cannot be created at once with one address, because the address is their user name. They share it when the office
-- has just opened a request for an account, and nobody signs in with the address.
CREATE TRIGGER users_external_email_is_own BEFORE INSERT ON users
WHEN new.is_external = 1 AND new.email IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'email_taken') WHERE EXISTS (
    SELECT 1 FROM users u WHERE lower(u.email) = lower(new.email)
      AND (u.password_hash IS NOT NULL OR u.last_login_at IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM account_requests a WHERE lower(a.email) = lower(new.email) AND a.state = 'opened' AND a.user_id IS NULL
          AND a.settled_by_user_id IS NOT NULL AND a.settled_at = new.created_at)));
END;
