-- Profiles of others that people without a role have asked for; rows older than an hour are removed with the next one.
CREATE TABLE profile_views (
  reader_user_id integer NOT NULL,
  person_user_id integer NOT NULL,
  viewed_at text NOT NULL,
  PRIMARY KEY (reader_user_id, person_user_id)
);

CREATE INDEX idx_profile_views_viewed_at ON profile_views (viewed_at);
