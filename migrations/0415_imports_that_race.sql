-- Somebody starts an import in one window and throws it away in another: whoever writes second is refused, whole.

-- While a job is at work on an import it is not thrown away; one whose job is over may be.
CREATE TRIGGER import_batches_run BEFORE UPDATE OF status ON import_batches
WHEN old.status = 1 AND new.status = 3
BEGIN
  SELECT raise(ABORT, 'import_running') FROM jobs WHERE key = 'imports.run:' || old.id;
END;

-- What has been thrown away meanwhile is not started, and not on record as started.
CREATE TRIGGER import_jobs_staged BEFORE INSERT ON jobs
WHEN new.kind = 'imports.run'
BEGIN
  SELECT raise(ABORT, 'import_nothing_staged')
  WHERE NOT EXISTS (SELECT 1 FROM import_batches WHERE id = new.payload ->> 'batchId' AND status IN (1, 2));
END;
