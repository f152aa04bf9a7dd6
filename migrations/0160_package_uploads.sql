-- A package that is sent in parts straight to the file store; the row goes when the upload is completed or given up.
CREATE TABLE package_uploads (
  id text PRIMARY KEY NOT NULL,
  original_name text NOT NULL,
  size integer NOT NULL,
  file_key text NOT NULL,
  multipart_id text NOT NULL,
  uploaded_by_user_id integer NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX idx_package_uploads_created_at ON package_uploads (created_at);

CREATE TABLE package_upload_parts (
  upload_id text NOT NULL,
  number integer NOT NULL,
  etag text NOT NULL,
  PRIMARY KEY(upload_id, number)
);
