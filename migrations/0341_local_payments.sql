-- The books of the local provider, which moves no money: for development and trial.
CREATE TABLE local_payments (
  reference text PRIMARY KEY NOT NULL,
  payment_id text NOT NULL,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  state text NOT NULL,
  settles_at text,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX idx_local_payments_payment_id ON local_payments (payment_id);
