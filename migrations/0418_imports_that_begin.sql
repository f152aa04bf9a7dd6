-- Only a job that is to run needs an import to run on; what is over is history.
DROP TRIGGER import_jobs_staged;
CREATE TRIGGER import_jobs_staged BEFORE INSERT ON jobs
WHEN new.kind = 'imports.run' AND new.state < 2
BEGIN
  SELECT raise(ABORT, 'import_nothing_staged')
  WHERE NOT EXISTS (SELECT 1 FROM import_batches WHERE id = new.payload ->> 'batchId' AND status IN (1, 2));
END;
