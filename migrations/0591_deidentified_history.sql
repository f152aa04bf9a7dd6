-- Rows that nobody may change let go of free text about an erased person, and of names when the law no longer asks for them.

DROP TRIGGER user_licenses_fixed;
CREATE TRIGGER user_licenses_fixed BEFORE UPDATE ON user_licenses
WHEN new.user_id IS NOT old.user_id OR new.license_id IS NOT old.license_id OR new.cycle_number IS NOT old.cycle_number
  OR new.basis IS NOT old.basis OR new.decided_on IS NOT old.decided_on OR new.valid_from_on IS NOT old.valid_from_on
  OR new.valid_to_on IS NOT old.valid_to_on OR new.grace_to_on IS NOT old.grace_to_on OR new.late_to_on IS NOT old.late_to_on
  OR new.dormant_to_on IS NOT old.dormant_to_on OR new.issued_at IS NOT old.issued_at
  OR new.issued_by_user_id IS NOT old.issued_by_user_id
  OR (old.succeeded_on IS NOT NULL AND new.succeeded_on IS NOT old.succeeded_on)
  OR (old.revoked_on IS NOT NULL AND new.revoked_on IS NOT old.revoked_on)
  OR ((new.note IS NOT old.note OR (old.revoked_on IS NOT NULL AND new.revoked_reason IS NOT old.revoked_reason))
    AND NOT (new.note IS NULL AND new.revoked_reason IS NULL
      AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id AND erased_at IS NOT NULL)))
BEGIN
  SELECT raise(ABORT, 'license_history_fixed');
END;

-- The name on an invoice row goes when seven years have passed since the end of its year; nothing else of the row changes with it.
DROP TRIGGER invoice_rows_fixed;
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
