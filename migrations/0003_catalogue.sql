-- Catalogue: educations, parts, course packages, news and the media library.

-- Categories of educations.
CREATE TABLE education_categories (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  short_name text,
  picture_file_id integer REFERENCES stored_files(id),
  color text,
  position integer DEFAULT 0 NOT NULL,
  active integer DEFAULT true NOT NULL,
  idrott_online_category_id text,
  changed_at text NOT NULL,
  search_words text DEFAULT '[]' NOT NULL
);

-- Categories that a person has marked as favourites.
CREATE TABLE favorite_categories (
  user_id integer NOT NULL REFERENCES users(id),
  education_category_id integer NOT NULL REFERENCES education_categories(id),
  PRIMARY KEY (user_id, education_category_id)
);

-- Roles in the sport that educations lead to or are meant for.
CREATE TABLE education_roles (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  role_group integer NOT NULL,
  position integer DEFAULT 0 NOT NULL,
  active integer DEFAULT true NOT NULL,
  changed_at text NOT NULL
);

-- Educations of the catalogue.
CREATE TABLE educations (
  id integer PRIMARY KEY NOT NULL,
  code text,
  title text NOT NULL,
  short_description text,
  description text,
  picture_file_id integer REFERENCES stored_files(id),
  published_at text,
  archived_at text,
  target_group text,
  fee_minor integer DEFAULT 0 NOT NULL,
  vat_rate integer DEFAULT 0 NOT NULL,
  payment_methods text NOT NULL,
  contact_user_id integer REFERENCES users(id),
  organizer_organization_id integer REFERENCES organizations(id),
  hours_hundredths integer,
  validity_months integer,
  min_age integer,
  guardian_required_under_age integer,
  blocked_for_external_users integer DEFAULT false NOT NULL,
  custom_questions text NOT NULL,
  certificate_text text,
  created_at text NOT NULL,
  changed_at text NOT NULL,
  title_key text GENERATED ALWAYS AS ( replace(replace(replace(replace(replace(replace(lower(title), 'å', '{a'), 'Å', '{a'), 'ä', '{b'), 'Ä', '{b'), 'ö', '{c'), 'Ö', '{c') ) VIRTUAL,
  desk_key text DEFAULT '' NOT NULL,
  search_key text DEFAULT '' NOT NULL,
  search_words text DEFAULT '[]' NOT NULL
);

-- Keeps education codes unique; finds an education by its code.
CREATE UNIQUE INDEX idx_educations_code ON educations (code);

-- Serves published educations by title.
CREATE INDEX idx_educations_published ON educations (published_at, title);

-- Serves all educations in Swedish alphabetical order.
CREATE INDEX idx_educations_title_key ON educations (title_key, id);

-- Serves the public catalogue in Swedish alphabetical order.
CREATE INDEX idx_educations_listed ON educations (title_key, id) WHERE published_at IS NOT NULL AND archived_at IS NULL;

-- Serves the educator's worklist, archived educations last, and its search, from the index alone.
CREATE INDEX idx_educations_desk ON educations (desk_key, id, search_key);

-- Finds the educations that share a picture when it is replaced.
CREATE INDEX idx_educations_picture ON educations (picture_file_id) WHERE picture_file_id IS NOT NULL;

-- Serves imports, which name an education by its code regardless of case.
CREATE INDEX idx_educations_code_folded ON educations (lower(code));

-- Sets the sort key of the worklist for a new education.
CREATE TRIGGER educations_desk_key_insert AFTER INSERT ON educations
BEGIN
  UPDATE educations SET desk_key = (archived_at IS NOT NULL) || title_key WHERE id = new.id;
END;

-- Updates the sort key when the title or the archived state changes.
CREATE TRIGGER educations_desk_key_update AFTER UPDATE OF title, archived_at ON educations
WHEN new.title IS NOT old.title OR (new.archived_at IS NULL) <> (old.archived_at IS NULL)
BEGIN
  UPDATE educations SET desk_key = (archived_at IS NOT NULL) || title_key WHERE id = new.id;
END;

-- The file of a replaced picture is deleted unless a copy of the education or a category shares it.
CREATE TRIGGER educations_picture_released AFTER UPDATE OF picture_file_id ON educations
WHEN old.picture_file_id IS NOT NULL AND old.picture_file_id IS NOT new.picture_file_id
BEGIN
  DELETE FROM stored_files WHERE id = old.picture_file_id
    AND NOT EXISTS (SELECT 1 FROM educations WHERE picture_file_id = old.picture_file_id)
    AND NOT EXISTS (SELECT 1 FROM education_categories WHERE picture_file_id = old.picture_file_id);
END;

-- The picture's file is deleted with the last education or category that uses it.
CREATE TRIGGER educations_picture_deleted AFTER DELETE ON educations WHEN old.picture_file_id IS NOT NULL
BEGIN
  DELETE FROM stored_files WHERE id = old.picture_file_id
    AND NOT EXISTS (SELECT 1 FROM educations WHERE picture_file_id = old.picture_file_id)
    AND NOT EXISTS (SELECT 1 FROM education_categories WHERE picture_file_id = old.picture_file_id);
END;

-- Categories of an education.
CREATE TABLE education_to_category (
  education_id integer NOT NULL REFERENCES educations(id),
  education_category_id integer NOT NULL REFERENCES education_categories(id),
  PRIMARY KEY (education_id, education_category_id)
);

-- Serves the educations of a category.
CREATE INDEX idx_education_to_category_category ON education_to_category (education_category_id, education_id);

-- Roles that an education leads to or is meant for, by kind.
CREATE TABLE education_to_role (
  education_id integer NOT NULL REFERENCES educations(id),
  education_role_id integer NOT NULL REFERENCES education_roles(id),
  kind text NOT NULL,
  PRIMARY KEY (education_id, education_role_id, kind)
);

-- Serves the educations of a role.
CREATE INDEX idx_education_to_role_role ON education_to_role (education_role_id, education_id);

-- Educators who are responsible for an education.
CREATE TABLE education_responsibles (
  education_id integer NOT NULL REFERENCES educations(id),
  user_id integer NOT NULL REFERENCES users(id),
  PRIMARY KEY (education_id, user_id)
);

-- Serves the educations of an educator.
CREATE INDEX idx_education_responsibles_user_id ON education_responsibles (user_id, education_id);

-- Educations that must be completed before another one.
CREATE TABLE education_prerequisites (
  education_id integer NOT NULL REFERENCES educations(id),
  prerequisite_education_id integer NOT NULL REFERENCES educations(id),
  PRIMARY KEY (education_id, prerequisite_education_id)
);

-- Parts of educations: meetings, digital courses, submissions, practical exams.
CREATE TABLE education_parts (
  id integer PRIMARY KEY NOT NULL,
  title text NOT NULL,
  description text,
  type integer NOT NULL,
  fee_minor integer DEFAULT 0 NOT NULL,
  mandatory integer DEFAULT true NOT NULL,
  hours_hundredths integer,
  needs_approval integer DEFAULT false NOT NULL,
  package_id integer REFERENCES content_packages(id),
  file_id integer REFERENCES stored_files(id),
  submission_instructions text,
  custom_questions text NOT NULL,
  created_at text NOT NULL,
  changed_at text NOT NULL,
  exam_checklist text DEFAULT '[]' NOT NULL,
  completion_rule text NOT NULL DEFAULT 'course',
  minimum_score integer,
  starts_again integer NOT NULL DEFAULT 0,
  opens_windows integer NOT NULL DEFAULT 0,
  search_words text DEFAULT '[]' NOT NULL
);

-- Finds the part that uses a course package.
CREATE INDEX idx_education_parts_package_id ON education_parts (package_id);

-- Educators who are responsible for a part.
CREATE TABLE education_part_responsibles (
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  user_id integer NOT NULL REFERENCES users(id),
  PRIMARY KEY (education_part_id, user_id)
);

-- Parts of an education in order; a part may belong to several educations.
CREATE TABLE education_to_part (
  education_id integer NOT NULL REFERENCES educations(id),
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  position integer NOT NULL,
  PRIMARY KEY (education_id, education_part_id)
);

-- Serves the educations of a part.
CREATE INDEX idx_education_to_part_part ON education_to_part (education_part_id, education_id);

-- An education that takes in a part holds the occasions of that part.
CREATE TRIGGER education_to_part_held_insert AFTER INSERT ON education_to_part
BEGIN
  UPDATE occasions SET held = 1
  WHERE education_part_id = new.education_part_id AND coalesce(education_id, new.education_id) = new.education_id AND held = 0;
END;

-- The occasions of a removed part are held only as long as another education has the part.
CREATE TRIGGER education_to_part_held_delete AFTER DELETE ON education_to_part
BEGIN
  UPDATE occasions SET held = 0
  WHERE education_part_id = old.education_part_id AND held = 1 AND NOT EXISTS (
    SELECT 1 FROM education_to_part l
    WHERE l.education_part_id = occasions.education_part_id AND coalesce(occasions.education_id, l.education_id) = l.education_id
  );
END;

-- A link that is moved changes the occasions of both parts.
CREATE TRIGGER education_to_part_held_update AFTER UPDATE OF education_id, education_part_id ON education_to_part
BEGIN
  UPDATE occasions SET held = EXISTS (
    SELECT 1 FROM education_to_part l
    WHERE l.education_part_id = occasions.education_part_id AND coalesce(occasions.education_id, l.education_id) = l.education_id
  ) WHERE education_part_id IN (old.education_part_id, new.education_part_id);
END;

-- Parts that must be completed before another part of the same education.
CREATE TABLE part_dependencies (
  education_id integer NOT NULL REFERENCES educations(id),
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  prerequisite_part_id integer NOT NULL REFERENCES education_parts(id),
  PRIMARY KEY (education_id, education_part_id, prerequisite_part_id)
);

-- Uploaded course packages and the result of unpacking them.
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
  uploaded_by_user_id integer NOT NULL REFERENCES users(id),
  created_at text NOT NULL,
  changed_at text NOT NULL,
  format text NOT NULL DEFAULT 'page',
  files_removed_at text,
  notes text NOT NULL DEFAULT '[]',
  missing_files text NOT NULL DEFAULT '{"count":0,"names":[]}'
);

-- Serves the packages of a part, newest first.
CREATE INDEX idx_content_packages_education_part_id ON content_packages (education_part_id);

-- Finds the package whose file a course requests.
CREATE INDEX idx_content_packages_folder ON content_packages (folder);

-- Serves the packages of educator material.
CREATE INDEX idx_content_packages_educator_material_id ON content_packages (educator_material_id);

-- Serves the sweep of superseded packages whose files remain.
CREATE INDEX idx_content_packages_changed_at ON content_packages (changed_at) WHERE files_removed_at IS NULL;

-- Sums up the packages of a person, for the quota.
CREATE INDEX idx_content_packages_uploader ON content_packages (uploaded_by_user_id, size) WHERE files_removed_at IS NULL;

-- Units of a package that are started one by one: assignable units of cmi5, SCOs of SCORM.
CREATE TABLE content_package_units (
  package_id integer NOT NULL REFERENCES content_packages(id),
  position integer NOT NULL,
  identifier text NOT NULL,
  title text NOT NULL,
  -- Its address inside the package, percent-encoded, with the query that the manifest wants.
  entry text NOT NULL,
  -- The blocks or chapters that it lies in, the outermost first: [{"identifier", "title"}].
  groups text NOT NULL DEFAULT '[]',
  move_on text,
  -- 0 to 1.
  mastery_score real,
  launch_method text,
  launch_parameters text,
  entitlement_key text,
  activity_type text,
  scorm_terms text,
  PRIMARY KEY (package_id, position)
) WITHOUT ROWID;

-- Course material for educators of a part; removed material is kept with its completions.
CREATE TABLE educator_materials (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  education_part_id integer NOT NULL REFERENCES education_parts(id),
  package_id integer NOT NULL REFERENCES content_packages(id),
  created_at text NOT NULL,
  changed_at text NOT NULL,
  removed_at text
);

-- Serves the material of a part.
CREATE INDEX idx_educator_materials_education_part_id ON educator_materials (education_part_id);

-- Educators who have completed a material.
CREATE TABLE educator_material_completions (
  educator_material_id integer NOT NULL REFERENCES educator_materials(id),
  user_id integer NOT NULL REFERENCES users(id),
  completed_at text NOT NULL,
  PRIMARY KEY (educator_material_id, user_id)
);

-- Short news on the start page.
CREATE TABLE events (
  id integer PRIMARY KEY NOT NULL,
  content text NOT NULL,
  created_by_user_id integer NOT NULL REFERENCES users(id),
  created_at text NOT NULL,
  changed_at text NOT NULL
);

-- Serves the news, newest first.
CREATE INDEX idx_events_created_at ON events (created_at);

-- The media library: files and links.
CREATE TABLE media (
  id integer PRIMARY KEY NOT NULL,
  title text NOT NULL,
  description text,
  kind integer NOT NULL,
  file_id integer REFERENCES stored_files(id),
  url text,
  in_library integer DEFAULT true NOT NULL,
  uploaded_by_user_id integer NOT NULL REFERENCES users(id),
  created_at text NOT NULL,
  changed_at text NOT NULL,
  search_words text DEFAULT '[]' NOT NULL
);

-- Finds the medium that uses a file when the file is replaced.
CREATE INDEX idx_media_file ON media (file_id) WHERE file_id IS NOT NULL;

-- The file of a replaced medium is deleted in the same transaction.
CREATE TRIGGER media_file_released AFTER UPDATE OF file_id ON media
WHEN old.file_id IS NOT NULL AND old.file_id IS NOT new.file_id
BEGIN
  DELETE FROM stored_files WHERE id = old.file_id AND NOT EXISTS (SELECT 1 FROM media WHERE file_id = old.file_id);
END;

-- The file is deleted with the last medium that uses it.
CREATE TRIGGER media_file_deleted AFTER DELETE ON media WHEN old.file_id IS NOT NULL
BEGIN
  DELETE FROM stored_files WHERE id = old.file_id AND NOT EXISTS (SELECT 1 FROM media WHERE file_id = old.file_id);
END;

-- Tags of the media library.
CREATE TABLE media_tags (
  id integer PRIMARY KEY NOT NULL,
  name text NOT NULL,
  position integer DEFAULT 0 NOT NULL,
  search_words text DEFAULT '[]' NOT NULL
);

-- Keeps tag names unique.
CREATE UNIQUE INDEX idx_media_tags_name ON media_tags (name);

-- Tags of a medium.
CREATE TABLE media_to_tag (
  media_id integer NOT NULL REFERENCES media(id),
  media_tag_id integer NOT NULL REFERENCES media_tags(id),
  PRIMARY KEY (media_id, media_tag_id)
);

-- Media of an education.
CREATE TABLE media_to_education (
  media_id integer NOT NULL REFERENCES media(id),
  education_id integer NOT NULL REFERENCES educations(id),
  PRIMARY KEY (media_id, education_id)
);

-- Serves the media of an education.
CREATE INDEX idx_media_to_education_education ON media_to_education (education_id);
