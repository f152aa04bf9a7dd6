-- Notes of the office about a person. A merge moves them, an erasure deletes them.
CREATE TABLE person_notes (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  author_user_id integer NOT NULL REFERENCES users(id),
  text text NOT NULL,
  created_at text NOT NULL
);

-- Serves the notes about a person, the newest first.
CREATE INDEX idx_person_notes_user ON person_notes (user_id, id);

-- Accounts that the office has closed, with the reason. The row goes when the account opens again.
CREATE TABLE account_closures (
  user_id integer PRIMARY KEY NOT NULL REFERENCES users(id),
  reason text NOT NULL,
  closed_by_user_id integer NOT NULL REFERENCES users(id),
  closed_at text NOT NULL
);

-- Two superadministrators who close each other at once: one of them stays. An inactive account does not count.
CREATE TRIGGER account_closures_keep_superadministrator BEFORE INSERT ON account_closures
BEGIN
  SELECT raise(ABORT, 'last_superadministrator') FROM user_roles held JOIN users holder ON holder.id = held.user_id
  WHERE held.user_id = new.user_id AND held.role = 'SuperAdministrator' AND holder.inactive_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM user_roles r JOIN users u ON u.id = r.user_id
    WHERE r.role = 'SuperAdministrator' AND r.user_id <> new.user_id AND u.inactive_at IS NULL);
END;

-- An account is opened in several ways; none leaves the reason of an earlier closure behind. The undo of a merge does,
-- because it gives back what there was.
CREATE TRIGGER account_closures_end AFTER UPDATE OF inactive_at ON users
WHEN old.inactive_at IS NOT NULL AND new.inactive_at IS NULL AND old.merged_into IS NULL
BEGIN
  DELETE FROM account_closures WHERE user_id = new.id;
END;
