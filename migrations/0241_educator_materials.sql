-- Material that is taken away is kept: who has gone through it stays on record.
ALTER TABLE educator_materials ADD COLUMN removed_at text;
CREATE INDEX idx_content_packages_educator_material_id ON content_packages (educator_material_id);
