-- What waits to be invoiced is counted from the indexes alone: with the columns that they are limited by, no row is looked up.
DROP INDEX idx_education_part_results_due;
CREATE INDEX idx_education_part_results_due ON education_part_results (signed_up_at,invoice_recipient_id,fee_at_sign_up_minor,canceled,payment_id) WHERE canceled = 0 AND payment_id IS NULL AND invoice_recipient_id IS NOT NULL AND fee_at_sign_up_minor > 0;
DROP INDEX idx_education_part_results_due_completed;
CREATE INDEX idx_education_part_results_due_completed ON education_part_results (completed_at,invoice_recipient_id,fee_at_sign_up_minor,completed,canceled,payment_id) WHERE completed = 1 AND canceled = 0 AND payment_id IS NULL AND invoice_recipient_id IS NOT NULL AND fee_at_sign_up_minor > 0;
