-- What a virus scanner has said of a file, by its key in the file store; a file without a row has not been scanned.
create table file_scans (
  key text primary key not null,
  -- Clean, Infected or Failed.
  state text not null,
  scanned_at text not null
);
