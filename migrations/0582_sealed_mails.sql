-- The codes, links and passwords that a mail brings, encrypted until it has been sent. Its body has marks where they stand.
ALTER TABLE outbox_mails ADD COLUMN sealed text;
