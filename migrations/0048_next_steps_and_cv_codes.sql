-- Id of the part result whose next step a waiting mail names. The step is computed when the mail is sent, because the
-- mail is written in the commit that changes it; null for a mail without a step.
ALTER TABLE outbox_mails ADD COLUMN step_result_id integer;

-- Code on a printed CV, with which anybody sees what of the CV is valid on the day. A renewal ends the earlier code.
CREATE TABLE cv_codes (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  code text NOT NULL,
  created_at text NOT NULL,
  ended_at text,
  -- Random part of the link that shows the full name; null while the holder shares none.
  share_nonce text
);

-- No two people have the same code.
CREATE UNIQUE INDEX idx_cv_codes_code ON cv_codes (code);

-- A person has one code at a time.
CREATE UNIQUE INDEX idx_cv_codes_live ON cv_codes (user_id) WHERE ended_at IS NULL;
