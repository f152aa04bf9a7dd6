-- Means that a payment was paid with at the provider, 'card' or 'swish'; null until it is paid. What was paid before
-- Swish was offered was paid by card.
ALTER TABLE payments ADD COLUMN instrument text;

-- The provider's fee in minor units, and its id of the balance transaction, by which its payout report names the
-- payment. Null when the provider has not booked the payment yet.
ALTER TABLE payments ADD COLUMN provider_fee_minor integer;
ALTER TABLE payments ADD COLUMN provider_transaction text;

ALTER TABLE local_payments ADD COLUMN instrument text;

UPDATE payments SET instrument = 'card' WHERE status IN (2, 5);
