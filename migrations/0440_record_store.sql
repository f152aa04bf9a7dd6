-- What a statement speaks of, to be found by: agents and activities, directly or in a related place.
CREATE TABLE xapi_references (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  is_related INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (kind, key, is_related, sequence)
) WITHOUT ROWID;

CREATE INDEX idx_xapi_references_sequence ON xapi_references (sequence);

-- The statement that a statement is about, and which other system told it; a launch's person stands in user_id.
ALTER TABLE xapi_statements ADD COLUMN target_id TEXT;
ALTER TABLE xapi_statements ADD COLUMN integration_account_id INTEGER;

UPDATE xapi_statements SET target_id = lower(json_extract(statement, '$.object.id'))
WHERE json_extract(statement, '$.object.objectType') = 'StatementRef';

CREATE INDEX idx_xapi_statements_target ON xapi_statements (target_id) WHERE target_id IS NOT NULL;
CREATE INDEX idx_xapi_statements_verb ON xapi_statements (verb, sequence);
CREATE INDEX idx_xapi_statements_registration ON xapi_statements (registration, sequence);
CREATE INDEX idx_xapi_statements_stored_at ON xapi_statements (stored_at);
CREATE INDEX idx_launches_activity_id ON launches (activity_id);

-- Statements from before were all told by launches: of their own person, about activities.
INSERT OR IGNORE INTO xapi_references (kind, key, is_related, sequence)
SELECT 'agent', 'account:' || json_extract(statement, '$.actor.account.homePage') || '|' || json_extract(statement, '$.actor.account.name'), 0, sequence
FROM xapi_statements WHERE json_extract(statement, '$.actor.account.name') IS NOT NULL;

INSERT OR IGNORE INTO xapi_references (kind, key, is_related, sequence)
SELECT 'activity', activity_id, 0, sequence FROM xapi_statements WHERE activity_id IS NOT NULL;

INSERT OR IGNORE INTO xapi_references (kind, key, is_related, sequence)
SELECT 'activity', t.atom, 1, s.sequence
FROM xapi_statements s, json_tree(s.statement, '$.context.contextActivities') t
WHERE t.key = 'id' AND t.type = 'text' AND t.path NOT LIKE '%definition%';

-- The files that came with statements; each lies in the file store.
CREATE TABLE xapi_attachments (
  statement_id TEXT NOT NULL,
  sha2 TEXT NOT NULL,
  content_type TEXT NOT NULL,
  file_key TEXT NOT NULL,
  PRIMARY KEY (statement_id, sha2)
) WITHOUT ROWID;
