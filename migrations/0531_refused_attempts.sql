-- Failed sign-ins and refused calls, counted by hour: rows of one hour are limited, and the rest of it is counted in a row of its own.
create table refused_attempts (
  -- Such as 2026-11-23T14, in UTC.
  hour text not null,
  -- The contract's name of what was asked; 'other' in the row that counts the rest of an hour.
  call text not null,
  code text not null,
  -- The IPv4 address, or the /64 of an IPv6 address; empty in the row of the rest.
  address text not null,
  -- 'user:<id>' of who asked or whose user name was tried, 'integration:<id>', 'name:<keyed hash>' of a name that is nobody's, or empty.
  subject text not null,
  -- What was asked the last time.
  path text not null,
  count integer not null,
  first_at text not null,
  last_at text not null,
  primary key (hour, call, code, address, subject)
) without rowid;

create index idx_refused_attempts_hour_address on refused_attempts (hour, address);
create index idx_refused_attempts_last_at on refused_attempts (last_at);
