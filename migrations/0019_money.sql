-- Files of a batch of invoices that were fetched for the accounts, and the mark that the batch has been entered there. A batch is the
-- invoices of one export. Kinds: a SIE file, an Excel file, the mark.
CREATE TABLE invoice_batch_events (
  id integer PRIMARY KEY NOT NULL,
  export_id text NOT NULL,
  kind text NOT NULL,
  position integer NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  at text NOT NULL
);

-- Allows each position once in a batch and kind: of two people who fetch the same file at once, one is told of the other.
CREATE UNIQUE INDEX idx_invoice_batch_events_position ON invoice_batch_events (export_id, kind, position);
