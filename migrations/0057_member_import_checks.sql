-- Birth dates and personal numbers that an administrator has had checked by files of members, for the limit. Subject and
-- variant are a name's digest and a birth date, or a birth date and the hash of a number.
CREATE TABLE member_import_checks (
  uploader_user_id integer NOT NULL REFERENCES users(id),
  subject text NOT NULL,
  variant text NOT NULL,
  checked_at text NOT NULL,
  PRIMARY KEY (uploader_user_id, subject, variant)
);

-- Serves the deletion of rows older than thirty days.
CREATE INDEX idx_member_import_checks_checked_at ON member_import_checks (checked_at);
