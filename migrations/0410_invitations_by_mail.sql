-- What a mail invites its reader to; the files are written when it is sent, of what is true then.
ALTER TABLE outbox_mails ADD COLUMN invites_to text DEFAULT '[]' NOT NULL;

-- The most days that an occasion has ever had: a day that is no more is taken back by name.
ALTER TABLE occasions ADD COLUMN calendar_days integer DEFAULT 1 NOT NULL;
UPDATE occasions SET calendar_days = max(1, json_array_length(sessions));

CREATE TRIGGER occasions_calendar_days AFTER INSERT ON occasions
WHEN json_array_length(new.sessions) > 1
BEGIN
  UPDATE occasions SET calendar_days = json_array_length(new.sessions) WHERE id = new.id;
END;

CREATE TRIGGER occasions_calendar_more_days AFTER UPDATE OF sessions ON occasions
WHEN json_array_length(new.sessions) > old.calendar_days
BEGIN
  UPDATE occasions SET calendar_days = json_array_length(new.sessions) WHERE id = new.id;
END;
