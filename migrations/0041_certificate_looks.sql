-- Certificates hold the look that they were issued with: template, logo and accent colour. Their seals cover it.

-- SHA-256 digest of the federation's logo; null for the portal's own mark.
ALTER TABLE certificates ADD COLUMN logo_sha256 text;

-- Accent colour as `#rrggbb`; null only until the trigger has set it.
ALTER TABLE certificates ADD COLUMN accent_color text;

-- Seal as `<version>:<digest>`; null for a certificate that was sealed before seals had versions, whose digest is `sha256`.
ALTER TABLE certificates ADD COLUMN seal text;

-- Finds the certificates with a logo.
CREATE INDEX idx_certificates_logo ON certificates (logo_sha256) WHERE logo_sha256 IS NOT NULL;

-- Finds a stored file by its content.
CREATE INDEX idx_stored_files_sha256 ON stored_files (sha256);

DROP INDEX idx_certificates_unsealed;

-- Finds the certificates whose seal is to be computed.
CREATE INDEX idx_certificates_unsealed ON certificates (id) WHERE sha256 IS NULL AND seal IS NULL;

-- The look of a certificate that is issued now: one row. A new layout is a new template version here.
CREATE VIEW certificate_look AS
SELECT 1 AS template_version,
  (SELECT f.sha256 FROM stored_files f WHERE f.purpose <> 'PersonPicture'
    AND (f.ref = substr(c.configuration ->> '$.logoUrl', 12) OR f.id = substr(c.configuration ->> '$.logoUrl', 12))) AS logo_sha256,
  coalesce(c.configuration ->> '$.accentColor', '#1450d2') AS accent_color
FROM (SELECT 1) LEFT JOIN portal_configurations c ON c.id = 1;

UPDATE certificates SET
  logo_sha256 = (SELECT logo_sha256 FROM certificate_look),
  accent_color = (SELECT accent_color FROM certificate_look);

-- A certificate that is inserted without a look gets the present one.
CREATE TRIGGER certificates_look AFTER INSERT ON certificates WHEN new.accent_color IS NULL
BEGIN
  UPDATE certificates SET
    logo_sha256 = (SELECT logo_sha256 FROM certificate_look),
    accent_color = (SELECT accent_color FROM certificate_look)
  WHERE id = new.id;
END;

DROP TRIGGER education_results_certificate_insert;

-- A result that is inserted with a code gets its certificate.
CREATE TRIGGER education_results_certificate_insert AFTER INSERT ON education_results
WHEN new.completed = 1 AND new.verification_code IS NOT NULL
BEGIN
  INSERT INTO certificates (code, user_id, education_id, education_result_id, first_name, last_name, content, language, template_version,
    completed_at, valid_to_on, issued_at, logo_sha256, accent_color)
  SELECT n.code, n.user_id, n.education_id, n.education_result_id, n.first_name, n.last_name, n.content, n.language, look.template_version,
    n.completed_at, n.valid_to_on, new.changed_at, look.logo_sha256, look.accent_color
  FROM certificate_contents n JOIN certificate_look look WHERE n.education_result_id = new.id
  ON CONFLICT DO NOTHING;
END;

DROP TRIGGER education_results_certificate_code;

-- A new code issues a certificate: the earlier one's content and look with today's name and dates, or else a first one. The earlier one is
-- replaced, or withdrawn when the result has no code any more.
CREATE TRIGGER education_results_certificate_code AFTER UPDATE OF verification_code ON education_results
WHEN new.verification_code IS NOT old.verification_code
BEGIN
  INSERT INTO certificates (code, user_id, education_id, education_result_id, first_name, last_name, content, language, template_version,
    completed_at, valid_to_on, issued_at, logo_sha256, accent_color)
  SELECT n.code, n.user_id, n.education_id, n.education_result_id, n.first_name, n.last_name, c.content, n.language, c.template_version,
    n.completed_at, n.valid_to_on, new.changed_at, c.logo_sha256, c.accent_color
  FROM certificate_contents n JOIN certificates c ON c.code = old.verification_code WHERE n.education_result_id = new.id
  ON CONFLICT DO NOTHING;
  INSERT INTO certificates (code, user_id, education_id, education_result_id, first_name, last_name, content, language, template_version,
    completed_at, valid_to_on, issued_at, logo_sha256, accent_color)
  SELECT n.code, n.user_id, n.education_id, n.education_result_id, n.first_name, n.last_name, n.content, n.language, look.template_version,
    n.completed_at, n.valid_to_on, new.changed_at, look.logo_sha256, look.accent_color
  FROM certificate_contents n JOIN certificate_look look WHERE n.education_result_id = new.id
  ON CONFLICT DO NOTHING;
  UPDATE certificates SET
    replaced_at = CASE WHEN new.verification_code IS NOT NULL THEN new.changed_at END,
    replaced_by_id = (SELECT id FROM certificates n WHERE n.code = new.verification_code),
    withdrawn_at = CASE WHEN new.verification_code IS NULL THEN new.changed_at END
  WHERE code = old.verification_code AND withdrawn_at IS NULL AND replaced_at IS NULL;
END;

-- An issued certificate keeps its colour and its logo; the digest changes only with that of the only file that has it.
CREATE TRIGGER certificates_look_final BEFORE UPDATE OF logo_sha256, accent_color ON certificates
WHEN old.accent_color IS NOT NULL
  AND (new.accent_color IS NOT old.accent_color
    OR (new.logo_sha256 IS NOT old.logo_sha256
      AND (old.logo_sha256 IS NULL OR EXISTS (SELECT 1 FROM stored_files WHERE sha256 = old.logo_sha256))))
BEGIN
  SELECT raise(ABORT, 'certificate_is_final');
END;

DROP TRIGGER certificates_unsealed;

-- The words of a certificate change only when a person is erased or protected, and the digest of its logo when that loses its metadata. The
-- seal is then computed again.
CREATE TRIGGER certificates_unsealed AFTER UPDATE OF first_name, last_name, content, logo_sha256 ON certificates
WHEN (new.sha256 IS NOT NULL OR new.seal IS NOT NULL)
  AND (new.first_name IS NOT old.first_name OR new.last_name IS NOT old.last_name OR new.content IS NOT old.content
    OR new.logo_sha256 IS NOT old.logo_sha256)
BEGIN
  UPDATE certificates SET sha256 = NULL, seal = NULL WHERE id = new.id;
END;

-- A logo that loses its metadata stays on its certificates.
CREATE TRIGGER stored_files_logo_cleaned AFTER UPDATE OF sha256 ON stored_files
WHEN new.sha256 <> old.sha256 AND NOT EXISTS (SELECT 1 FROM stored_files WHERE sha256 = old.sha256)
BEGIN
  UPDATE certificates SET logo_sha256 = new.sha256 WHERE logo_sha256 = old.sha256;
END;

-- A logo that a certificate has is not deleted, whatever the office changes; the rest of the statement goes on. It counts as a recent file, so
-- that the sweep of a Worker that does not know certificates' files passes it over for a day.
CREATE TRIGGER stored_files_logo_kept BEFORE DELETE ON stored_files
WHEN old.purpose <> 'PersonPicture' AND EXISTS (SELECT 1 FROM certificates WHERE logo_sha256 = old.sha256)
BEGIN
  UPDATE stored_files SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = old.id;
  SELECT raise(IGNORE);
END;
