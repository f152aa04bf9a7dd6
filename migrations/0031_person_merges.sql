-- Two records of one person that become one: merges, the rows that they moved, and pairs of people that only look alike.

-- The person into whom a merged-away person was merged. The row stays closed: it keeps what keeps its number, and leads to the other.
ALTER TABLE users ADD COLUMN merged_into integer REFERENCES users(id);

-- Serves the people who were merged into a person.
CREATE INDEX idx_users_merged_into ON users (merged_into) WHERE merged_into IS NOT NULL;

-- Pairs people of one birth date and one spelling of the name. `toNameSpelling` gives the expression.
CREATE INDEX idx_users_birth_spelling ON users (birth_on, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_key, '{a', 'a'), '{b', 'a'), '{c', 'o'), 'é', 'e'), 'ü', 'y'), '-', ''), ' ', ''), 'ph', 'f'), 'th', 't'), 'ck', 'k'), 'c', 'k'), 'w', 'v'), 'z', 's'), 'ss', 's'), 'nn', 'n'))
WHERE birth_on IS NOT NULL AND merged_into IS NULL AND erased_at IS NULL AND protected_at IS NULL;

-- One merge of a person into another. States: done 0, undoing 1, undone 2. `moving` is 1 only inside the transactions that move rows;
-- triggers let rows change their person while it is. `counts` and `stayed` are JSON: rows that moved and that did not, by table.
CREATE TABLE person_merges (
  id integer PRIMARY KEY NOT NULL,
  from_user_id integer NOT NULL REFERENCES users(id),
  into_user_id integer NOT NULL REFERENCES users(id),
  state integer DEFAULT 0 NOT NULL,
  moving integer DEFAULT 0 NOT NULL,
  counts text DEFAULT '[]' NOT NULL,
  stayed text DEFAULT '[]' NOT NULL,
  from_inactive_at text,
  merged_by_user_id integer NOT NULL REFERENCES users(id),
  merged_at text NOT NULL,
  undone_by_user_id integer REFERENCES users(id),
  undone_at text,
  changed_at text NOT NULL
);

-- Merges a person away once.
CREATE UNIQUE INDEX idx_person_merges_live ON person_merges (from_user_id) WHERE state < 2;

-- Serves the merges of a person who stays.
CREATE INDEX idx_person_merges_into ON person_merges (into_user_id);

-- Serves the list of merges.
CREATE INDEX idx_person_merges_merged_at ON person_merges (merged_at, id);

-- Finds the merge that moves rows in the present transaction.
CREATE INDEX idx_person_merges_moving ON person_merges (moving) WHERE moving = 1;

-- Each column that a merge changed, with its value before and after, for 30 days. Rows of one `unit` are undone together or not at all.
-- `snapshot` is JSON of the row's other columns; null for rows that may change. Kept: the row had changed, so the undo left it.
CREATE TABLE person_merge_rows (
  id integer PRIMARY KEY NOT NULL,
  merge_id integer NOT NULL REFERENCES person_merges(id),
  table_name text NOT NULL,
  column_name text NOT NULL,
  unit text NOT NULL,
  row_key text NOT NULL,
  before_value text,
  after_value text,
  snapshot text,
  undone_at text,
  is_kept integer DEFAULT 0 NOT NULL,
  created_at text NOT NULL
);

-- Serves the undo of a merge.
CREATE INDEX idx_person_merge_rows_merge ON person_merge_rows (merge_id, undone_at, table_name, unit);

-- Serves the removal of old rows.
CREATE INDEX idx_person_merge_rows_created_at ON person_merge_rows (created_at);

-- Pairs of people that the office has marked as two people; the lower number first.
CREATE TABLE dismissed_duplicates (
  user_id integer NOT NULL REFERENCES users(id),
  other_user_id integer NOT NULL REFERENCES users(id),
  marked_by_user_id integer NOT NULL REFERENCES users(id),
  marked_at text NOT NULL,
  PRIMARY KEY (user_id, other_user_id)
);

-- Serves the erasure of a person.
CREATE INDEX idx_dismissed_duplicates_other ON dismissed_duplicates (other_user_id);

-- A merge needs two people who may be merged at that moment; of two merges at once the second is refused.
CREATE TRIGGER person_merges_allowed BEFORE INSERT ON person_merges
BEGIN
  SELECT raise(ABORT, 'person_merged') FROM users
  WHERE id IN (new.from_user_id, new.into_user_id) AND merged_into IS NOT NULL;
  SELECT raise(ABORT, 'person_erased') FROM users WHERE id IN (new.from_user_id, new.into_user_id) AND erased_at IS NOT NULL;
  SELECT raise(ABORT, 'identity_protected') FROM users
  WHERE id IN (new.from_user_id, new.into_user_id) AND protected_at IS NOT NULL;
  SELECT raise(ABORT, 'merge_undoing') FROM person_merges
  WHERE state = 1 AND (from_user_id IN (new.from_user_id, new.into_user_id) OR into_user_id IN (new.from_user_id, new.into_user_id));
  SELECT raise(ABORT, 'payment_under_way') FROM payment_holds hold JOIN payments p ON p.id = hold.payment_id
  WHERE hold.user_id IN (new.from_user_id, new.into_user_id) OR p.user_id IN (new.from_user_id, new.into_user_id)
    OR p.requested_by_user_id IN (new.from_user_id, new.into_user_id);
  SELECT raise(ABORT, 'merge_of_guardian') FROM guardian_links
  WHERE adult_user_id IN (new.from_user_id, new.into_user_id) AND child_user_id IN (new.from_user_id, new.into_user_id);
  SELECT raise(ABORT, 'erasure_open') FROM erasure_requests
  WHERE user_id IN (new.from_user_id, new.into_user_id) AND state IN (0, 1);
  SELECT raise(ABORT, 'merge_of_two_people') FROM users one JOIN users other ON other.id = new.into_user_id
  WHERE one.id = new.from_user_id AND one.personal_number_hash <> other.personal_number_hash;
  SELECT raise(ABORT, 'last_superadministrator') FROM user_roles held JOIN users holder ON holder.id = held.user_id
  WHERE held.user_id = new.from_user_id AND held.role = 'SuperAdministrator' AND holder.inactive_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM user_roles r JOIN users u ON u.id = r.user_id
    WHERE r.role = 'SuperAdministrator' AND r.user_id <> new.from_user_id AND u.inactive_at IS NULL);
END;

-- A merge ends once: it is undone, and not twice.
CREATE TRIGGER person_merges_move BEFORE UPDATE OF state ON person_merges
WHEN NOT (new.state = old.state + 1)
BEGIN
  SELECT raise(ABORT, 'merge_undone');
END;

-- A later merge of the person who stays is undone first: it has moved the rows on.
CREATE TRIGGER person_merges_undone_in_order BEFORE UPDATE OF state ON person_merges
WHEN new.state = 1
BEGIN
  SELECT raise(ABORT, 'merge_undo_later_first') FROM users
  WHERE id = old.into_user_id AND (merged_into IS NOT NULL OR protected_at IS NOT NULL OR erased_at IS NOT NULL);
END;

-- The row of a merged-away person changes only with the merge, its undo, an erasure or a protection of the identity.
CREATE TRIGGER users_merged_stay BEFORE UPDATE ON users
WHEN old.merged_into IS NOT NULL AND new.erased_at IS NULL AND NOT EXISTS (SELECT 1 FROM person_merges WHERE moving = 1)
  AND NOT EXISTS (SELECT 1 FROM protected_identities WHERE user_id = new.id)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- Search finds a merged-away person no more, and the other one by the accounts of both.
CREATE TRIGGER users_merged_indexed AFTER UPDATE OF merged_into ON users
BEGIN
  INSERT INTO indexed_users (id) VALUES (new.id);
  INSERT INTO indexed_users (id) SELECT id FROM users WHERE id IN (new.merged_into, old.merged_into);
END;

-- A membership that has moved to another person leads to that person.
CREATE TRIGGER user_organizations_indexed_moves AFTER UPDATE OF user_id ON user_organizations
BEGIN
  INSERT INTO indexed_users (id) SELECT id FROM users WHERE id IN (new.user_id, old.user_id);
END;

-- No booking of a merged-away person: a request that began before the merge is refused.
CREATE TRIGGER results_not_of_merged BEFORE INSERT ON education_part_results
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND merged_into IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- No result of an education of a merged-away person.
CREATE TRIGGER education_results_not_of_merged BEFORE INSERT ON education_results
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND merged_into IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- No session of a merged-away person.
CREATE TRIGGER sessions_not_of_merged BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND merged_into IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- No licence of a merged-away person.
CREATE TRIGGER user_licenses_not_of_merged BEFORE INSERT ON user_licenses
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND merged_into IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- No membership of a merged-away person, except those that an ended protection gives back.
CREATE TRIGGER user_organizations_not_of_merged BEFORE INSERT ON user_organizations
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND merged_into IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM protected_identities WHERE user_id = new.user_id)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- No role of a merged-away person.
CREATE TRIGGER user_roles_not_of_merged BEFORE INSERT ON user_roles
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND merged_into IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- No place in a queue of a merged-away person.
CREATE TRIGGER waiting_seats_not_of_merged BEFORE INSERT ON waiting_seats
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND merged_into IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- No held seat of a merged-away person.
CREATE TRIGGER payment_holds_not_of_merged BEFORE INSERT ON payment_holds
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND merged_into IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- No statement of a merged-away person.
CREATE TRIGGER xapi_statements_not_of_merged BEFORE INSERT ON xapi_statements
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND merged_into IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

-- Neither as a guardian nor as a child.
CREATE TRIGGER guardian_links_not_of_merged BEFORE INSERT ON guardian_links
WHEN EXISTS (SELECT 1 FROM users WHERE id IN (new.adult_user_id, new.child_user_id) AND merged_into IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_merged');
END;

DROP TRIGGER users_email_confirmed;

-- As before; a merge may also give the person who stays the other's confirmed address, and take it back.
CREATE TRIGGER users_email_confirmed BEFORE UPDATE OF email ON users
WHEN new.email IS NOT NULL AND new.email IS NOT old.email AND NOT EXISTS (
  SELECT 1 FROM email_changes c WHERE c.user_id = new.id AND (
    (c.email = new.email AND c.confirmed_at IS NOT NULL AND c.objected_at IS NULL)
    OR (c.previous_email = new.email AND c.objected_at IS NOT NULL)))
  AND NOT EXISTS (SELECT 1 FROM person_merges m WHERE m.moving = 1 AND m.into_user_id = new.id)
BEGIN
  SELECT raise(ABORT, 'email_unconfirmed');
END;

DROP TRIGGER user_licenses_fixed;

-- As before; a merge may also move a cycle to another person, and nothing else of it.
CREATE TRIGGER user_licenses_fixed BEFORE UPDATE ON user_licenses
WHEN (new.user_id IS NOT old.user_id AND NOT EXISTS (SELECT 1 FROM person_merges WHERE moving = 1))
  OR new.license_id IS NOT old.license_id OR new.cycle_number IS NOT old.cycle_number
  OR new.basis IS NOT old.basis OR new.decided_on IS NOT old.decided_on OR new.valid_from_on IS NOT old.valid_from_on
  OR new.valid_to_on IS NOT old.valid_to_on OR new.grace_to_on IS NOT old.grace_to_on OR new.late_to_on IS NOT old.late_to_on
  OR new.dormant_to_on IS NOT old.dormant_to_on OR new.issued_at IS NOT old.issued_at
  OR new.issued_by_user_id IS NOT old.issued_by_user_id
  OR (old.succeeded_on IS NOT NULL AND new.succeeded_on IS NOT old.succeeded_on)
  OR (old.revoked_on IS NOT NULL AND new.revoked_on IS NOT old.revoked_on)
  OR ((new.note IS NOT old.note OR (old.revoked_on IS NOT NULL AND new.revoked_reason IS NOT old.revoked_reason))
    AND NOT (new.note IS NULL AND new.revoked_reason IS NULL
      AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id AND erased_at IS NOT NULL)))
BEGIN
  SELECT raise(ABORT, 'license_history_fixed');
END;

DROP VIEW user_documents;

-- As before, without merged-away people; the one who stays is also found by the other's account.
CREATE VIEW user_documents AS
SELECT u.id, u.first_name || ' ' || u.last_name AS name,
  u.user_name || ' ' || coalesce(u.email, '') || ' ' || coalesce(u.external_person_id, '') || coalesce((
    SELECT group_concat(' ' || m.user_name || ' ' || coalesce(m.email, '') || ' ' || coalesce(m.external_person_id, ''), '')
    FROM users m WHERE m.merged_into = u.id AND m.erased_at IS NULL
  ), '') AS account,
  coalesce((
    SELECT group_concat(o.name || ' ' || coalesce(o.short_name, ''), ' · ') FROM user_organizations m
    JOIN organizations o ON o.id = m.organization_id WHERE m.user_id = u.id AND u.is_external = 0
  ), '') AS organizations
FROM users u WHERE u.merged_into IS NULL;
