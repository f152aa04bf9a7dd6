-- What is called off has its moment, and says by itself whether it is due all the same: called off after the last moment to
-- do so (gaps G-037b), or an examination that was held and failed. It is judged when it happens, by the days that hold then.
ALTER TABLE education_part_results ADD COLUMN canceled_at text;
ALTER TABLE education_part_results ADD COLUMN canceled_due integer DEFAULT false NOT NULL;

-- Of what was called off before this, the last change is the latest that it can have been; nobody is charged by a guess. An
-- examination has its protocol.
UPDATE education_part_results SET canceled_at = changed_at WHERE canceled = 1;
UPDATE education_part_results SET canceled_due = 1
WHERE canceled = 1 AND signed_up_at IS NOT NULL AND EXISTS (
  SELECT 1 FROM driver_exam_protocols p JOIN driver_exams x ON x.id = education_part_results.practical_driver_exam_id
  WHERE p.result_id = education_part_results.id AND p.passed = 0 AND x.canceled_at IS NULL);

CREATE TRIGGER results_canceled_insert AFTER INSERT ON education_part_results
WHEN new.canceled = 1 AND new.canceled_at IS NULL
BEGIN
  UPDATE education_part_results SET canceled_at = new.changed_at WHERE id = new.id;
END;

CREATE TRIGGER results_canceled_update AFTER UPDATE OF canceled ON education_part_results
WHEN new.canceled <> old.canceled
BEGIN
  UPDATE education_part_results SET
    canceled_at = CASE WHEN new.canceled = 1 THEN new.changed_at END,
    canceled_due = new.canceled = 1 AND new.signed_up_at IS NOT NULL AND (
      EXISTS (SELECT 1 FROM occasions o WHERE o.id = new.occasion_id AND o.canceled_at IS NULL
        AND new.changed_at > min(coalesce(o.last_cancel_at, o.last_sign_up_at, o.starts_at), o.starts_at))
      OR EXISTS (SELECT 1 FROM driver_exams x WHERE x.id = new.practical_driver_exam_id AND x.canceled_at IS NULL
        AND (new.attended = 1 OR new.changed_at > x.starts_at)))
  WHERE id = new.id;
END;

-- What does not take place costs nobody anything.
CREATE TRIGGER occasions_canceled_free AFTER UPDATE OF canceled_at ON occasions
WHEN new.canceled_at IS NOT NULL
BEGIN
  UPDATE education_part_results SET canceled_due = 0 WHERE occasion_id = new.id AND canceled_due = 1;
END;

CREATE TRIGGER driver_exams_canceled_free AFTER UPDATE OF canceled_at ON driver_exams
WHEN new.canceled_at IS NOT NULL
BEGIN
  UPDATE education_part_results SET canceled_due = 0
  WHERE practical_driver_exam_id = new.id AND canceled_due = 1 AND attended IS NOT 1;
END;

-- Whoever comes after all pays for one place.
CREATE TRIGGER results_again_insert AFTER INSERT ON education_part_results
WHEN new.canceled = 0 AND (new.occasion_id IS NOT NULL OR new.practical_driver_exam_id IS NOT NULL)
BEGIN
  UPDATE education_part_results SET canceled_due = 0
  WHERE user_id = new.user_id AND education_part_id = new.education_part_id AND canceled_due = 1 AND attended IS NOT 1
    AND (occasion_id = new.occasion_id OR practical_driver_exam_id = new.practical_driver_exam_id);
END;

CREATE TRIGGER results_again_update AFTER UPDATE OF canceled, occasion_id, practical_driver_exam_id ON education_part_results
WHEN new.canceled = 0 AND (new.occasion_id IS NOT NULL OR new.practical_driver_exam_id IS NOT NULL)
BEGIN
  UPDATE education_part_results SET canceled_due = 0
  WHERE user_id = new.user_id AND education_part_id = new.education_part_id AND canceled_due = 1 AND attended IS NOT 1
    AND (occasion_id = new.occasion_id OR practical_driver_exam_id = new.practical_driver_exam_id) AND id <> new.id;
END;

CREATE INDEX idx_education_part_results_due_canceled ON education_part_results (signed_up_at,invoice_recipient_id,fee_at_sign_up_minor,canceled_due,payment_id) WHERE canceled_due = 1 AND payment_id IS NULL AND invoice_recipient_id IS NOT NULL AND fee_at_sign_up_minor > 0;

-- An invoice says of which rows it was so, and which of them were examined.
ALTER TABLE invoice_rows ADD COLUMN canceled_at text;
ALTER TABLE invoice_rows ADD COLUMN attended integer DEFAULT false NOT NULL;

DROP TRIGGER invoice_rows_due;
CREATE TRIGGER invoice_rows_due BEFORE INSERT ON invoice_rows
BEGIN
  SELECT raise(ABORT, 'invoice_items_changed') WHERE NOT EXISTS (
    SELECT 1 FROM education_part_results r JOIN invoice_heads h ON h.id = new.invoice_head_id
    WHERE r.id = new.result_id AND r.user_id = new.user_id AND r.payment_id IS NULL
      AND iif(new.canceled_at IS NULL, r.canceled = 0, r.canceled_due = 1 AND r.canceled_at = new.canceled_at)
      AND r.invoice_recipient_id = h.invoice_recipient_id AND r.fee_at_sign_up_minor = new.fee_minor);
END;
