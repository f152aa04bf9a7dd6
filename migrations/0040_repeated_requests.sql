-- A repeated request or invitation adds no row, so it is not refused because the limit has been reached in between.

DROP TRIGGER guardian_links_few;
DROP TRIGGER education_invitations_few;

-- A child has at most three open links, also when they are sent at once. A link that is there already does not count as another one.
CREATE TRIGGER guardian_links_few BEFORE INSERT ON guardian_links
WHEN new.confirmed_at IS NULL AND (SELECT count(*) FROM guardian_links g WHERE g.child_user_id = new.child_user_id
  AND g.confirmed_at IS NULL) >= 3
  AND NOT EXISTS (SELECT 1 FROM guardian_links g WHERE g.child_user_id = new.child_user_id AND g.adult_user_id = new.adult_user_id)
BEGIN
  SELECT raise(ABORT, 'guardian_requests_full');
END;

-- An educator has at most 100 unanswered invitations, because the invited people's names are shown. One that is sent again shows no
-- further name.
CREATE TRIGGER education_invitations_few BEFORE INSERT ON education_invitations
WHEN (SELECT count(*) FROM education_invitations waiting WHERE waiting.invited_by_user_id = new.invited_by_user_id
  AND waiting.expires_at > new.created_at AND coalesce(waiting.accepted, 0) = 0
  AND NOT (waiting.education_id = new.education_id AND waiting.user_id = new.user_id)) >= 100
BEGIN
  SELECT raise(ABORT, 'education_invitations_full');
END;
