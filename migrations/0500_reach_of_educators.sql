-- Educators reach the people they taught for a number of months after the education ended for each of them.
UPDATE portal_configurations SET configuration = json_set(configuration, '$.reachMonths', 12)
WHERE json_extract(configuration, '$.reachMonths') IS NULL;

-- Somebody whom an educator does not reach is invited to an education, and joins it by accepting.
CREATE TABLE education_invitations (
  id integer PRIMARY KEY NOT NULL,
  education_id integer NOT NULL,
  user_id integer NOT NULL,
  invited_by_user_id integer NOT NULL,
  created_at text NOT NULL,
  expires_at text NOT NULL,
  answered_at text,
  withdrawn_at text,
  accepted integer CHECK (accepted IN (0, 1))
);

-- One at a time, also after a no or a withdrawal: nobody is asked again until the invitation has expired and is removed.
CREATE UNIQUE INDEX idx_education_invitations_pair ON education_invitations (education_id, user_id);
CREATE INDEX idx_education_invitations_user_id ON education_invitations (user_id, answered_at);
CREATE INDEX idx_education_invitations_invited_by_user_id ON education_invitations (invited_by_user_id, answered_at);
CREATE INDEX idx_education_invitations_expires_at ON education_invitations (expires_at);

-- Names are shown of those who are invited: nobody reads the register that way.
CREATE TRIGGER education_invitations_few BEFORE INSERT ON education_invitations
WHEN (SELECT count(*) FROM education_invitations waiting WHERE waiting.invited_by_user_id = new.invited_by_user_id
  AND waiting.expires_at > new.created_at AND coalesce(waiting.accepted, 0) = 0) >= 100
BEGIN
  SELECT RAISE(ABORT, 'education_invitations_full');
END;

-- Of an acceptance and a withdrawal at once, the first decides.
CREATE TRIGGER education_invitations_answered_once BEFORE UPDATE OF answered_at ON education_invitations
WHEN old.answered_at IS NOT NULL OR old.withdrawn_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'education_invitation_answered');
END;
