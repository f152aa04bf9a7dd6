-- Fortnox: the one connection of the portal, and the document that each invoice has become there.
CREATE TABLE fortnox_connections (
  id integer PRIMARY KEY NOT NULL,
  company_key text NOT NULL,
  company_name text NOT NULL,
  organization_number text,
  sealed_access_token text NOT NULL,
  sealed_refresh_token text NOT NULL,
  access_expires_at text NOT NULL,
  refresh_expires_at text NOT NULL,
  version integer NOT NULL,
  refreshing_until text,
  revoked_at text,
  connected_by_user_id integer NOT NULL REFERENCES users(id),
  connected_at text NOT NULL
);

-- States: waiting 0, sent 1, failed 2. `may_exist`: 1 from the claim on, until an attempt shows that Fortnox has no
-- document of it.
CREATE TABLE fortnox_documents (
  invoice_head_id integer PRIMARY KEY NOT NULL REFERENCES invoice_heads(id),
  state integer DEFAULT 0 NOT NULL,
  may_exist integer DEFAULT 0 NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at text NOT NULL,
  claimed_until text,
  company_key text,
  document_number text,
  total_minor integer,
  vat_total_minor integer,
  reason text,
  message text,
  requested_by_user_id integer NOT NULL REFERENCES users(id),
  requested_at text NOT NULL,
  sent_at text
);

-- A document of Fortnox belongs to one invoice.
CREATE UNIQUE INDEX idx_fortnox_documents_number ON fortnox_documents (company_key, document_number)
WHERE document_number IS NOT NULL;

-- Serves the job that sends what waits.
CREATE INDEX idx_fortnox_documents_due ON fortnox_documents (state, due_at);

-- An undone invoice is not sent.
CREATE TRIGGER fortnox_documents_standing BEFORE INSERT ON fortnox_documents
BEGIN
  SELECT raise(ABORT, 'invoice_undone') FROM invoice_heads WHERE id = new.invoice_head_id AND status = 1;
END;

-- What has been sent stays sent, with its number.
CREATE TRIGGER fortnox_documents_fixed BEFORE UPDATE ON fortnox_documents
WHEN old.state = 1
  AND (new.state <> 1 OR new.document_number IS NOT old.document_number OR new.company_key IS NOT old.company_key)
BEGIN
  SELECT raise(ABORT, 'invoice_in_fortnox');
END;

-- An invoice that is in Fortnox, or may be, is credited and not undone.
CREATE TRIGGER invoice_heads_in_fortnox BEFORE UPDATE OF status ON invoice_heads
WHEN old.status = 0 AND new.status = 1
BEGIN
  SELECT raise(ABORT, 'invoice_in_fortnox') FROM fortnox_documents
  WHERE invoice_head_id = old.id AND (state <> 2 OR may_exist = 1);
END;
