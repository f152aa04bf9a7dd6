-- Orders of the office lists that a person can choose by a press on a heading.

-- Serves the list of payments by amount.
CREATE INDEX idx_payments_amount ON payments (amount_minor, id);
