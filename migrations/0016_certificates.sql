-- Certificates as they were issued, links that show one with the holder's full name, and reminders of educations that expire.

-- Certificates; a row is written by triggers in the transaction that completes an education. Later changes of the education do not reach it.
CREATE TABLE certificates (
  id integer PRIMARY KEY NOT NULL,
  code text NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  education_id integer REFERENCES educations(id),
  education_result_id integer REFERENCES education_results(id),
  first_name text NOT NULL,
  last_name text NOT NULL,
  content text NOT NULL,
  language text NOT NULL,
  template_version integer NOT NULL,
  completed_at text NOT NULL,
  valid_to_on text,
  issued_at text NOT NULL,
  sha256 text,
  withdrawn_at text,
  replaced_at text,
  replaced_by_id integer REFERENCES certificates(id)
);

-- Finds a certificate by its code; each code is unique.
CREATE UNIQUE INDEX idx_certificates_code ON certificates (code);

-- Serves a person's certificates.
CREATE INDEX idx_certificates_user ON certificates (user_id, education_id);

-- Finds the certificates of a result.
CREATE INDEX idx_certificates_result ON certificates (education_result_id);

-- Finds the certificates of an education that is deleted.
CREATE INDEX idx_certificates_education ON certificates (education_id);

-- Finds the certificates whose seal is to be computed.
CREATE INDEX idx_certificates_unsealed ON certificates (id) WHERE sha256 IS NULL;

-- Links that show a certificate with the holder's full name to anybody who has one.
CREATE TABLE certificate_shares (
  id integer PRIMARY KEY NOT NULL,
  certificate_id integer NOT NULL REFERENCES certificates(id),
  user_id integer NOT NULL REFERENCES users(id),
  nonce text NOT NULL,
  created_at text NOT NULL,
  revoked_at text
);

-- Allows one link per certificate that is not revoked.
CREATE UNIQUE INDEX idx_certificate_shares_live ON certificate_shares (certificate_id) WHERE revoked_at IS NULL;

-- Reminders that were sent before a completed education expires, once per date and number of days.
CREATE TABLE certificate_reminders (
  education_result_id integer NOT NULL REFERENCES education_results(id),
  valid_to_on text NOT NULL,
  days_before integer NOT NULL,
  user_id integer NOT NULL REFERENCES users(id),
  sent_at text NOT NULL,
  PRIMARY KEY (education_result_id, valid_to_on, days_before)
);

-- Serves the reminders: completed educations by the day they expire.
CREATE INDEX idx_education_results_valid_to_on ON education_results (valid_to_on) WHERE valid_to_on IS NOT NULL;

-- What the certificate of each completed result would say if it were issued now.
CREATE VIEW certificate_contents AS
SELECT r.id AS education_result_id, r.verification_code AS code, r.user_id, r.education_id, u.first_name, u.last_name,
  coalesce(u.language, 'sv') AS language, r.completed_at, r.valid_to_on,
  json_object(
    'educationTitle', e.title,
    'hours', e.hours_hundredths / 100.0,
    'text', e.certificate_text,
    'parts', json((SELECT json_group_array(json_object('id', id, 'title', title, 'hours', hours)) FROM (
      SELECT p.id, p.title, p.hours_hundredths / 100.0 AS hours FROM education_to_part l
      JOIN education_parts p ON p.id = l.education_part_id
      WHERE l.education_id = e.id AND p.mandatory = 1 ORDER BY l.position, p.id))),
    'functions', json((SELECT json_group_array(name) FROM (
      SELECT f.name FROM education_to_role l JOIN education_roles f ON f.id = l.education_role_id
      WHERE l.education_id = e.id AND l.kind = 'trains' ORDER BY f.position, f.id))),
    'responsibles', json((SELECT json_group_array(name) FROM (
      SELECT v.first_name || ' ' || v.last_name AS name FROM education_responsibles l JOIN users v ON v.id = l.user_id
      WHERE l.education_id = e.id ORDER BY v.id))),
    'organizer', (SELECT name FROM organizations WHERE id = e.organizer_organization_id),
    'federation', coalesce((SELECT configuration ->> '$.organizationName' FROM portal_configurations WHERE id = 1), '')
  ) AS content
FROM education_results r JOIN users u ON u.id = r.user_id JOIN educations e ON e.id = r.education_id
WHERE r.completed = 1 AND r.completed_at IS NOT NULL AND r.verification_code IS NOT NULL AND u.erased_at IS NULL;

-- A result that is inserted with a code gets its certificate.
CREATE TRIGGER education_results_certificate_insert AFTER INSERT ON education_results
WHEN new.completed = 1 AND new.verification_code IS NOT NULL
BEGIN
  INSERT INTO certificates (code, user_id, education_id, education_result_id, first_name, last_name, content, language, template_version,
    completed_at, valid_to_on, issued_at)
  SELECT code, user_id, education_id, education_result_id, first_name, last_name, content, language, 1, completed_at, valid_to_on,
    new.changed_at
  FROM certificate_contents WHERE education_result_id = new.id
  ON CONFLICT DO NOTHING;
END;

-- A new code issues a certificate: the earlier one's content with today's name and dates, or else a first one. The earlier one is replaced,
-- or withdrawn when the result has no code any more.
CREATE TRIGGER education_results_certificate_code AFTER UPDATE OF verification_code ON education_results
WHEN new.verification_code IS NOT old.verification_code
BEGIN
  INSERT INTO certificates (code, user_id, education_id, education_result_id, first_name, last_name, content, language, template_version,
    completed_at, valid_to_on, issued_at)
  SELECT n.code, n.user_id, n.education_id, n.education_result_id, n.first_name, n.last_name, c.content, n.language, c.template_version,
    n.completed_at, n.valid_to_on, new.changed_at
  FROM certificate_contents n JOIN certificates c ON c.code = old.verification_code WHERE n.education_result_id = new.id
  ON CONFLICT DO NOTHING;
  INSERT INTO certificates (code, user_id, education_id, education_result_id, first_name, last_name, content, language, template_version,
    completed_at, valid_to_on, issued_at)
  SELECT code, user_id, education_id, education_result_id, first_name, last_name, content, language, 1, completed_at, valid_to_on,
    new.changed_at
  FROM certificate_contents WHERE education_result_id = new.id
  ON CONFLICT DO NOTHING;
  UPDATE certificates SET
    replaced_at = CASE WHEN new.verification_code IS NOT NULL THEN new.changed_at END,
    replaced_by_id = (SELECT id FROM certificates n WHERE n.code = new.verification_code),
    withdrawn_at = CASE WHEN new.verification_code IS NULL THEN new.changed_at END
  WHERE code = old.verification_code AND withdrawn_at IS NULL AND replaced_at IS NULL;
END;

-- A certificate that is withdrawn or replaced is not shared any more.
CREATE TRIGGER certificates_unshared AFTER UPDATE OF withdrawn_at, replaced_at ON certificates
WHEN new.withdrawn_at IS NOT NULL OR new.replaced_at IS NOT NULL
BEGIN
  UPDATE certificate_shares SET revoked_at = coalesce(new.withdrawn_at, new.replaced_at)
  WHERE certificate_id = new.id AND revoked_at IS NULL;
END;

-- A completed result whose date is corrected gets a new code, so that the paper with the wrong date is known as replaced.
CREATE TRIGGER education_results_certificate_date AFTER UPDATE OF completed_at, valid_to_on ON education_results
WHEN old.completed = 1 AND new.completed = 1 AND new.verification_code IS old.verification_code
  AND (new.completed_at IS NOT old.completed_at OR new.valid_to_on IS NOT old.valid_to_on)
  AND EXISTS (SELECT 1 FROM certificates WHERE code = new.verification_code)
BEGIN
  UPDATE education_results SET verification_code = (SELECT code FROM random_verification_code) WHERE id = new.id;
END;

-- The certificate of a deleted result is withdrawn, and outlives the result.
CREATE TRIGGER education_results_certificate_delete AFTER DELETE ON education_results
BEGIN
  DELETE FROM certificate_reminders WHERE education_result_id = old.id;
  UPDATE certificates SET education_result_id = NULL WHERE education_result_id = old.id;
  UPDATE certificates SET withdrawn_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE code = old.verification_code AND withdrawn_at IS NULL AND replaced_at IS NULL;
END;

-- A certificate outlives the education that it is of.
CREATE TRIGGER educations_certificate_delete AFTER DELETE ON educations
BEGIN
  UPDATE certificates SET education_id = NULL WHERE education_id = old.id;
END;

-- An issued certificate keeps its code, holder, dates and language.
CREATE TRIGGER certificates_final BEFORE UPDATE OF code, user_id, completed_at, valid_to_on, issued_at, language, template_version ON certificates
WHEN new.code IS NOT old.code OR new.user_id IS NOT old.user_id OR new.completed_at IS NOT old.completed_at
  OR new.valid_to_on IS NOT old.valid_to_on OR new.issued_at IS NOT old.issued_at OR new.language IS NOT old.language
  OR new.template_version IS NOT old.template_version
BEGIN
  SELECT raise(ABORT, 'certificate_is_final');
END;

-- The words of a certificate change only when a person is erased or protected; the seal is then computed again.
CREATE TRIGGER certificates_unsealed AFTER UPDATE OF first_name, last_name, content ON certificates
WHEN new.sha256 IS NOT NULL
  AND (new.first_name IS NOT old.first_name OR new.last_name IS NOT old.last_name OR new.content IS NOT old.content)
BEGIN
  UPDATE certificates SET sha256 = NULL WHERE id = new.id;
END;
