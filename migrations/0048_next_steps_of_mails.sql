-- Id of the part result whose next step a waiting mail names. The step is computed when the mail is sent, because the
-- mail is written in the commit that changes it; null for a mail without a step.
ALTER TABLE outbox_mails ADD COLUMN step_result_id integer;
