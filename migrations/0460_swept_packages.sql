-- When a package's files were removed: it was superseded long ago and nobody runs it. Its row stays, as history.
alter table content_packages add column files_removed_at text;
create index idx_content_packages_changed_at on content_packages (changed_at) where files_removed_at is null;
