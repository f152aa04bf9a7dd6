-- The education's own fee as a part of the fee of a sign-up, in öre; 0 when another sign-up carries it.
ALTER TABLE education_part_results ADD COLUMN education_fee_minor integer DEFAULT 0 NOT NULL;

-- Of an older sign-up it is what the fee has above that of its occasion, exam or part.
UPDATE education_part_results SET education_fee_minor = max(0, fee_at_sign_up_minor - coalesce(
  (SELECT o.fee_minor FROM occasions o WHERE o.id = education_part_results.occasion_id),
  (SELECT x.fee_minor FROM driver_exams x WHERE x.id = education_part_results.practical_driver_exam_id),
  (SELECT p.fee_minor FROM education_parts p WHERE p.id = education_part_results.education_part_id)))
WHERE fee_at_sign_up_minor > 0;

-- A restored sign-up is not invoiced for the education's fee when another one carries it by now.
CREATE TRIGGER results_education_fee_once AFTER UPDATE OF canceled ON education_part_results
WHEN new.canceled = 0 AND old.canceled = 1 AND new.education_fee_minor > 0 AND new.payment_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM invoice_rows i WHERE i.result_id = new.id AND i.live = 1)
  AND EXISTS (SELECT 1 FROM education_part_results other WHERE other.user_id = new.user_id
    AND other.education_id = new.education_id AND other.id <> new.id AND other.canceled = 0
    AND other.education_fee_minor > 0)
BEGIN
  UPDATE education_part_results SET fee_at_sign_up_minor = fee_at_sign_up_minor - education_fee_minor, education_fee_minor = 0
  WHERE id = new.id;
END;
