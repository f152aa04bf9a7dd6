-- What browsers report of the pages' content security policy, counted by day: no address, no person, no address of a visitor.
create table policy_reports (
  day text not null,
  directive text not null,
  -- A host, or the policy's own word for what has none: inline, eval, data.
  blocked text not null,
  -- The page's path in the route table, without the ids in it.
  page text not null,
  count integer not null,
  primary key (day, directive, blocked, page)
);
