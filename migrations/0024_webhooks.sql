-- Addresses of other systems that are notified of events, and the messages to them.

-- One address of another system. `read_until_entry_id` is the last entry of the audit log of which messages were made.
CREATE TABLE webhook_endpoints (
  id integer PRIMARY KEY NOT NULL,
  key text NOT NULL,
  url text NOT NULL,
  description text NOT NULL,
  event_types text NOT NULL,
  active integer DEFAULT 1 NOT NULL CHECK (active IN (0, 1)),
  sealed_secret text NOT NULL,
  sealed_previous_secret text,
  previous_secret_until text,
  read_until_entry_id integer NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Finds an endpoint by the key under which its secrets are sealed.
CREATE UNIQUE INDEX idx_webhook_endpoints_key ON webhook_endpoints (key);

-- One message to one endpoint. States: waiting 0, delivered 1, failed 2.
CREATE TABLE webhook_deliveries (
  id integer PRIMARY KEY NOT NULL,
  endpoint_id integer NOT NULL REFERENCES webhook_endpoints(id),
  event_id text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  state integer DEFAULT 0 NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at text NOT NULL,
  status integer,
  error text,
  created_at text NOT NULL,
  finished_at text
);

-- Makes each message once, and serves the list of an endpoint.
CREATE UNIQUE INDEX idx_webhook_deliveries_event ON webhook_deliveries (endpoint_id, event_id);

-- Serves the messages that are due.
CREATE INDEX idx_webhook_deliveries_due ON webhook_deliveries (state, due_at);

-- Serves the removal of old messages.
CREATE INDEX idx_webhook_deliveries_finished_at ON webhook_deliveries (finished_at);
