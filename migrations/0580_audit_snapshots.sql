-- What is stored of a thing before an edit, for the rest of the transaction that edits it: the audit entry at its end compares it with
-- what is stored then. Every row is removed by the transaction that inserts it.
CREATE TABLE audit_snapshots (
  key text PRIMARY KEY NOT NULL,
  data text NOT NULL
) WITHOUT ROWID;
