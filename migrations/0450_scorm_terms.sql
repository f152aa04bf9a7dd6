-- What an imsmanifest.xml lays down for a SCO beside its score: {"maxTime", "timeLimitAction", "completionThreshold"}.
ALTER TABLE content_package_units ADD COLUMN scorm_terms TEXT;
