-- Reports of occasions to RF-SISU, the study association of the sports movement.

-- An occasion in a file for the register, with the figures of that moment. A report that was undone stays as a trace.
CREATE TABLE study_reports (
  id integer PRIMARY KEY NOT NULL,
  file_key text NOT NULL,
  occasion_id integer NOT NULL REFERENCES occasions(id),
  leader_user_id integer NOT NULL REFERENCES users(id),
  units integer NOT NULL,
  break_minutes integer NOT NULL,
  participants integer NOT NULL,
  attended_results text NOT NULL,
  reported_by_user_id integer NOT NULL REFERENCES users(id),
  reported_at text NOT NULL,
  undone_by_user_id integer REFERENCES users(id),
  undone_at text,
  undone_reason text
);

-- An occasion has one report that stands, also when two people press at once.
CREATE UNIQUE INDEX idx_study_reports_standing ON study_reports (occasion_id) WHERE undone_at IS NULL;

-- Serves the file of reports that were made together.
CREATE INDEX idx_study_reports_file ON study_reports (file_key);

-- No licence approves leaders yet: every responsible educator is a leader until a superadministrator chooses one.
UPDATE portal_configurations SET configuration = json_set(configuration, '$.studyLeaderLicenseId', NULL);
