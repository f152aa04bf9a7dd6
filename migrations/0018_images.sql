-- Widths in pixels of the smaller copies of a picture, as JSON; null until they have been made.
ALTER TABLE stored_files ADD COLUMN rendition_widths text;
-- Average colour of a picture, #rrggbb, which stands where it will be while it is loading.
ALTER TABLE stored_files ADD COLUMN color text;

-- Finds the pictures of educations that have no renditions yet.
CREATE INDEX idx_stored_files_unrendered ON stored_files (id) WHERE rendition_widths IS NULL AND purpose = 'EducationPicture';

-- Remembers the keys of a deleted picture's renditions until the file store has deleted the objects too.
CREATE TRIGGER stored_files_renditions_removed AFTER DELETE ON stored_files WHEN old.rendition_widths IS NOT NULL
BEGIN
  INSERT OR ignore INTO removed_files (key, removed_at)
    SELECT old.key || '.' || made.value || '.webp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM json_each(old.rendition_widths) made;
END;
