-- Mails with a password, and to an address that is to be confirmed, were stored without the person that they are about, so that an erasure
-- left those to an earlier address. They get the one person who has, or has had, the address.
WITH addresses AS (
  SELECT lower(email) AS address, id AS user_id FROM users WHERE email IS NOT NULL
  UNION SELECT lower(email), user_id FROM email_changes WHERE email IS NOT NULL
  UNION SELECT lower(previous_email), user_id FROM email_changes WHERE previous_email IS NOT NULL
), owners AS (
  SELECT address, min(user_id) AS user_id FROM addresses GROUP BY address HAVING count(*) = 1
)
UPDATE outbox_mails SET user_id = (SELECT o.user_id FROM owners o WHERE o.address = lower(outbox_mails.recipient))
WHERE user_id IS NULL AND name IN ('passwordGenerated', 'emailConfirm')
  AND lower(recipient) IN (SELECT address FROM owners);
