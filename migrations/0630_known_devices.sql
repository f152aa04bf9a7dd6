-- When a person last signed in on a device that the browser remembers. Null: no device is known, so none can be new.
ALTER TABLE users ADD COLUMN device_known_at text;
