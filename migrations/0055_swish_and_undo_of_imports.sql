-- Means that a payment was paid with at the provider, 'card' or 'swish'; null until it is paid. What was paid before
-- Swish was offered was paid by card.
ALTER TABLE payments ADD COLUMN instrument text;

-- The provider's fee in minor units, and its id of the balance transaction, by which its payout report names the
-- payment. Null when the provider has not booked the payment yet.
ALTER TABLE payments ADD COLUMN provider_fee_minor integer;
ALTER TABLE payments ADD COLUMN provider_transaction text;

ALTER TABLE local_payments ADD COLUMN instrument text;

UPDATE payments SET instrument = 'card' WHERE status IN (2, 5);

-- The open result that an imported row completed, as JSON; null when the row made a result of its own. Undoing the import
-- restores it.
ALTER TABLE import_rows ADD COLUMN open_before text;

-- Moment at which the undo reached the row, and whether it left the result because it was changed since the import.
ALTER TABLE import_rows ADD COLUMN undone_at text;
ALTER TABLE import_rows ADD COLUMN is_kept integer DEFAULT false NOT NULL;

-- Moments at which the undo of an import was pressed, and at which its last row was reached.
ALTER TABLE import_batches ADD COLUMN undo_started_at text;
ALTER TABLE import_batches ADD COLUMN undone_at text;
