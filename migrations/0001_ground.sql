CREATE TABLE audit_entries (
  id integer PRIMARY KEY NOT NULL,
  at text NOT NULL,
  user_id integer,
  action text NOT NULL,
  target_type text NOT NULL,
  target_id text NOT NULL,
  data text NOT NULL,
  request_id text NOT NULL
);

CREATE INDEX idx_audit_entries_target ON audit_entries (target_type,target_id,at);
CREATE INDEX idx_audit_entries_user_id ON audit_entries (user_id,at);
CREATE TABLE login_failures (
  id integer PRIMARY KEY NOT NULL,
  subject text NOT NULL,
  failed_at text NOT NULL
);

CREATE INDEX idx_login_failures_subject ON login_failures (subject,failed_at);
CREATE TABLE one_time_tokens (
  id integer PRIMARY KEY NOT NULL,
  token_hash text NOT NULL,
  purpose text NOT NULL,
  user_id integer,
  data text NOT NULL,
  tries_left integer DEFAULT 5 NOT NULL,
  created_at text NOT NULL,
  expires_at text NOT NULL,
  used_at text
);

CREATE UNIQUE INDEX idx_one_time_tokens_token_hash ON one_time_tokens (token_hash);
CREATE INDEX idx_one_time_tokens_user_id ON one_time_tokens (user_id,purpose);
CREATE INDEX idx_one_time_tokens_expires_at ON one_time_tokens (expires_at);
CREATE TABLE sessions (
  id integer PRIMARY KEY NOT NULL,
  token_hash text NOT NULL,
  user_id integer NOT NULL,
  created_at text NOT NULL,
  expires_at text NOT NULL,
  last_used_at text NOT NULL,
  user_agent text
);

CREATE UNIQUE INDEX idx_sessions_token_hash ON sessions (token_hash);
CREATE INDEX idx_sessions_user_id ON sessions (user_id);
CREATE INDEX idx_sessions_expires_at ON sessions (expires_at);
CREATE TABLE disturbance_messages (
  id integer PRIMARY KEY NOT NULL,
  content text NOT NULL,
  from_at text,
  to_at text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE TABLE education_categories (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  short_name text,
  picture_file_id integer,
  color text,
  position integer DEFAULT 0 NOT NULL,
  active integer DEFAULT true NOT NULL,
  idrott_online_category_id text,
  changed_at text NOT NULL
);

CREATE TABLE education_part_responsibles (
  education_part_id integer NOT NULL,
  user_id integer NOT NULL,
  PRIMARY KEY(education_part_id, user_id)
);

CREATE TABLE education_parts (
  id integer PRIMARY KEY NOT NULL,
  title text NOT NULL,
  description text,
  type integer NOT NULL,
  fee_minor integer DEFAULT 0 NOT NULL,
  mandatory integer DEFAULT true NOT NULL,
  hours_hundredths integer,
  needs_approval integer DEFAULT false NOT NULL,
  pass_required integer DEFAULT false NOT NULL,
  package_id integer,
  file_id integer,
  submission_instructions text,
  custom_questions text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE INDEX idx_education_parts_package_id ON education_parts (package_id);
CREATE TABLE educator_material_completions (
  educator_material_id integer NOT NULL,
  user_id integer NOT NULL,
  completed_at text NOT NULL,
  PRIMARY KEY(educator_material_id, user_id)
);

CREATE TABLE educator_materials (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  education_part_id integer NOT NULL,
  package_id integer NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE INDEX idx_educator_materials_education_part_id ON educator_materials (education_part_id);
CREATE TABLE education_roles (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  role_group integer NOT NULL,
  position integer DEFAULT 0 NOT NULL,
  active integer DEFAULT true NOT NULL,
  changed_at text NOT NULL
);

CREATE TABLE education_prerequisites (
  education_id integer NOT NULL,
  prerequisite_education_id integer NOT NULL,
  PRIMARY KEY(education_id, prerequisite_education_id)
);

CREATE TABLE education_responsibles (
  education_id integer NOT NULL,
  user_id integer NOT NULL,
  PRIMARY KEY(education_id, user_id)
);

CREATE INDEX idx_education_responsibles_user_id ON education_responsibles (user_id,education_id);
CREATE TABLE education_to_category (
  education_id integer NOT NULL,
  education_category_id integer NOT NULL,
  PRIMARY KEY(education_id, education_category_id)
);

CREATE INDEX idx_education_to_category_category ON education_to_category (education_category_id,education_id);
CREATE TABLE education_to_part (
  education_id integer NOT NULL,
  education_part_id integer NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY(education_id, education_part_id)
);

CREATE INDEX idx_education_to_part_part ON education_to_part (education_part_id,education_id);
CREATE TABLE education_to_role (
  education_id integer NOT NULL,
  education_role_id integer NOT NULL,
  kind text NOT NULL,
  PRIMARY KEY(education_id, education_role_id, kind)
);

CREATE INDEX idx_education_to_role_role ON education_to_role (education_role_id,education_id);
CREATE TABLE educations (
  id integer PRIMARY KEY NOT NULL,
  code text,
  title text NOT NULL,
  short_description text,
  description text,
  picture_file_id integer,
  published_at text,
  archived_at text,
  target_group text,
  fee_minor integer DEFAULT 0 NOT NULL,
  vat_rate integer DEFAULT 0 NOT NULL,
  payment_methods text NOT NULL,
  contact_user_id integer,
  organizer_organization_id integer,
  hours_hundredths integer,
  validity_months integer,
  min_age integer,
  guardian_required_under_age integer,
  blocked_for_external_users integer DEFAULT false NOT NULL,
  custom_questions text NOT NULL,
  certificate_text text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE UNIQUE INDEX idx_educations_code ON educations (code);
CREATE INDEX idx_educations_published ON educations (published_at,title);
CREATE TABLE part_dependencies (
  education_id integer NOT NULL,
  education_part_id integer NOT NULL,
  prerequisite_part_id integer NOT NULL,
  PRIMARY KEY(education_id, education_part_id, prerequisite_part_id)
);

CREATE TABLE events (
  id integer PRIMARY KEY NOT NULL,
  content text NOT NULL,
  created_by_user_id integer NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE INDEX idx_events_created_at ON events (created_at);
CREATE TABLE stored_files (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  key text NOT NULL,
  visibility text NOT NULL,
  owner_user_id integer,
  created_at text NOT NULL
);

CREATE INDEX idx_stored_files_key ON stored_files (key);
CREATE TABLE gdpr_contacts (
  id integer PRIMARY KEY NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  changed_at text NOT NULL
);

CREATE TABLE jobs (
  id text PRIMARY KEY NOT NULL,
  kind text NOT NULL,
  payload text NOT NULL,
  key text,
  state integer DEFAULT 1 NOT NULL,
  run_at text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  locked_until text,
  progress_done integer DEFAULT 0 NOT NULL,
  progress_total integer DEFAULT 0 NOT NULL,
  error text,
  created_at text NOT NULL,
  finished_at text
);

CREATE UNIQUE INDEX idx_jobs_key ON jobs (key);
CREATE INDEX idx_jobs_due ON jobs (state,run_at);
CREATE TABLE outbox_mails (
  id integer PRIMARY KEY NOT NULL,
  message_id text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at text NOT NULL,
  sent_at text,
  error text
);

CREATE UNIQUE INDEX idx_outbox_mails_message_id ON outbox_mails (message_id);
CREATE INDEX idx_outbox_mails_sent_at ON outbox_mails (sent_at,id);
CREATE TABLE media (
  id integer PRIMARY KEY NOT NULL,
  title text NOT NULL,
  description text,
  kind integer NOT NULL,
  file_id integer,
  url text,
  in_library integer DEFAULT true NOT NULL,
  uploaded_by_user_id integer NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE TABLE media_tags (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  position integer DEFAULT 0 NOT NULL
);

CREATE UNIQUE INDEX idx_media_tags_name ON media_tags (name);
CREATE TABLE media_to_education (
  media_id integer NOT NULL,
  education_id integer NOT NULL,
  PRIMARY KEY(media_id, education_id)
);

CREATE INDEX idx_media_to_education_education ON media_to_education (education_id);
CREATE TABLE media_to_tag (
  media_id integer NOT NULL,
  media_tag_id integer NOT NULL,
  PRIMARY KEY(media_id, media_tag_id)
);

CREATE TABLE notices (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  kind text NOT NULL,
  text_values text NOT NULL,
  path text,
  created_at text NOT NULL,
  read_at text
);

CREATE INDEX idx_notices_user ON notices (user_id,read_at,created_at);
CREATE TABLE occasion_responsibles (
  occasion_id integer NOT NULL,
  user_id integer NOT NULL,
  PRIMARY KEY(occasion_id, user_id)
);

CREATE INDEX idx_occasion_responsibles_user_id ON occasion_responsibles (user_id);
CREATE TABLE occasions (
  id integer PRIMARY KEY NOT NULL,
  education_part_id integer NOT NULL,
  education_id integer,
  title text,
  description text,
  starts_at text NOT NULL,
  ends_at text NOT NULL,
  sessions text NOT NULL,
  last_sign_up_at text,
  last_cancel_at text,
  city text NOT NULL,
  venue text,
  address text,
  online_url text,
  max_participants integer,
  booked_count integer DEFAULT 0 NOT NULL,
  reserved_count integer DEFAULT 0 NOT NULL,
  fee_minor integer DEFAULT 0 NOT NULL,
  payment_methods text NOT NULL,
  needs_approval integer DEFAULT false NOT NULL,
  blocked_for_external_users integer DEFAULT false NOT NULL,
  organizer_organization_id integer,
  canceled_at text,
  canceled_reason text,
  custom_questions text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE INDEX idx_occasions_part ON occasions (education_part_id,starts_at);
CREATE INDEX idx_occasions_starts_at ON occasions (starts_at);
CREATE INDEX idx_occasions_city ON occasions (city,starts_at);
CREATE TABLE organizations (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  short_name text,
  type integer NOT NULL,
  parent_id integer,
  path text NOT NULL,
  org_nr text,
  external_id text,
  email text,
  phone text,
  website text,
  address_line_1 text,
  address_line_2 text,
  postal_number text,
  city text,
  country text,
  logo_file_id integer,
  is_main integer DEFAULT false NOT NULL,
  can_be_invoiced integer DEFAULT false NOT NULL,
  invoice_email text,
  active integer DEFAULT true NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE INDEX idx_organizations_parent_id ON organizations (parent_id);
CREATE INDEX idx_organizations_path ON organizations (path);
CREATE UNIQUE INDEX idx_organizations_external_id ON organizations (external_id);
CREATE TABLE content_packages (
  id integer PRIMARY KEY NOT NULL,
  original_name text NOT NULL,
  size integer NOT NULL,
  folder text NOT NULL,
  state integer DEFAULT 0 NOT NULL,
  refusal text,
  entry text,
  activity_id text,
  title text,
  files_done integer DEFAULT 0 NOT NULL,
  files_total integer DEFAULT 0 NOT NULL,
  education_part_id integer,
  educator_material_id integer,
  uploaded_by_user_id integer NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE INDEX idx_content_packages_education_part_id ON content_packages (education_part_id);
CREATE INDEX idx_content_packages_folder ON content_packages (folder);
CREATE TABLE portal_configurations (
  id integer PRIMARY KEY NOT NULL,
  configuration text NOT NULL,
  changed_at text NOT NULL
);

CREATE TABLE education_part_results (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  education_part_id integer NOT NULL,
  education_id integer,
  occasion_id integer,
  practical_driver_exam_id integer,
  completed integer DEFAULT false NOT NULL,
  completed_at text,
  signed_up_at text,
  canceled integer DEFAULT false NOT NULL,
  attended integer,
  payment_id text,
  invoice_recipient_id integer,
  custom_answers text NOT NULL,
  fee_at_sign_up_minor integer DEFAULT 0 NOT NULL,
  guardian_user_id integer,
  approved_by_user_id integer,
  registered_by_user_id integer,
  score real,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE UNIQUE INDEX idx_education_part_results_open ON education_part_results (user_id,education_part_id) WHERE completed = 0 and canceled = 0;
CREATE UNIQUE INDEX idx_education_part_results_occasion_user ON education_part_results (occasion_id,user_id) WHERE occasion_id is not null and canceled = 0;
CREATE INDEX idx_education_part_results_user ON education_part_results (user_id,education_part_id,changed_at);
CREATE INDEX idx_education_part_results_part ON education_part_results (education_part_id,user_id);
CREATE INDEX idx_education_part_results_occasion ON education_part_results (occasion_id);
CREATE TABLE education_results (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL,
  education_id integer NOT NULL,
  completed integer DEFAULT false NOT NULL,
  completed_at text,
  signed_up_at text,
  source integer DEFAULT 0 NOT NULL,
  registered_by_user_id integer,
  valid_to_on text,
  verification_code text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE UNIQUE INDEX idx_education_results_open ON education_results (user_id,education_id) WHERE completed = 0;
CREATE UNIQUE INDEX idx_education_results_completed ON education_results (user_id,education_id,completed_at) WHERE completed = 1;
CREATE UNIQUE INDEX idx_education_results_verification_code ON education_results (verification_code);
CREATE INDEX idx_education_results_education ON education_results (education_id,user_id);
CREATE TABLE role_extensions (
  user_id integer NOT NULL,
  role text NOT NULL,
  kind text NOT NULL,
  reference_id integer NOT NULL,
  PRIMARY KEY(user_id, role, kind, reference_id)
);

CREATE TABLE user_roles (
  user_id integer NOT NULL,
  role text NOT NULL,
  PRIMARY KEY(user_id, role)
);

CREATE INDEX idx_user_roles_role ON user_roles (role);
CREATE TABLE favorite_categories (
  user_id integer NOT NULL,
  education_category_id integer NOT NULL,
  PRIMARY KEY(user_id, education_category_id)
);

CREATE TABLE guardian_links (
  id integer PRIMARY KEY NOT NULL,
  adult_user_id integer NOT NULL,
  child_user_id integer NOT NULL,
  created_by_user_id integer NOT NULL,
  confirmed_at text,
  created_at text NOT NULL
);

CREATE UNIQUE INDEX idx_guardian_links_pair ON guardian_links (adult_user_id,child_user_id);
CREATE INDEX idx_guardian_links_child_user_id ON guardian_links (child_user_id);
CREATE TABLE user_organizations (
  user_id integer NOT NULL,
  organization_id integer NOT NULL,
  is_primary integer DEFAULT false NOT NULL,
  from_on text,
  to_on text,
  PRIMARY KEY(user_id, organization_id)
);

CREATE INDEX idx_user_organizations_organization_id ON user_organizations (organization_id,user_id);
CREATE TABLE users (
  id integer PRIMARY KEY NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  user_name text NOT NULL,
  email text,
  phone text,
  birth_on text,
  picture_file_id integer,
  is_external integer DEFAULT false NOT NULL,
  language text,
  password_hash text,
  password_expires_at text,
  inactive_at text,
  last_login_at text,
  external_person_id text,
  personal_number_hash text,
  created_at text NOT NULL,
  changed_at text NOT NULL
);

CREATE UNIQUE INDEX idx_users_user_name ON users (lower(user_name));
CREATE UNIQUE INDEX idx_users_external_person_id ON users (external_person_id);
CREATE UNIQUE INDEX idx_users_personal_number_hash ON users (personal_number_hash);
CREATE INDEX idx_users_email ON users (lower(email));
CREATE INDEX idx_users_last_name ON users (last_name,first_name,id);
CREATE TABLE launches (
  id integer PRIMARY KEY NOT NULL,
  token_hash text NOT NULL,
  user_id integer NOT NULL,
  education_part_id integer,
  educator_material_id integer,
  package_id integer NOT NULL,
  activity_id text NOT NULL,
  registration text NOT NULL,
  session_id integer,
  created_at text NOT NULL,
  expires_at text NOT NULL
);

CREATE UNIQUE INDEX idx_launches_token_hash ON launches (token_hash);
CREATE INDEX idx_launches_user ON launches (user_id);
CREATE INDEX idx_launches_expires_at ON launches (expires_at);
CREATE TABLE xapi_documents (
  kind text NOT NULL,
  activity_id text DEFAULT '' NOT NULL,
  agent text DEFAULT '' NOT NULL,
  registration text DEFAULT '' NOT NULL,
  document_id text NOT NULL,
  content_type text NOT NULL,
  etag text NOT NULL,
  body text,
  file_key text,
  changed_at text NOT NULL,
  PRIMARY KEY(kind, activity_id, agent, registration, document_id)
);

CREATE INDEX idx_xapi_documents_agent ON xapi_documents (agent);
CREATE TABLE xapi_statements (
  sequence integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  id text NOT NULL,
  user_id integer,
  education_part_id integer,
  educator_material_id integer,
  registration text,
  activity_id text,
  verb text NOT NULL,
  voided integer DEFAULT false NOT NULL,
  statement text NOT NULL,
  stored_at text NOT NULL
);

CREATE UNIQUE INDEX idx_xapi_statements_id ON xapi_statements (id);
CREATE INDEX idx_xapi_statements_user ON xapi_statements (user_id,education_part_id,sequence);
CREATE INDEX idx_xapi_statements_activity ON xapi_statements (activity_id,sequence);