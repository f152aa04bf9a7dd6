-- What a repeatable write answered, so that the same key from the same person is the same write.
create table idempotency_answers (
  user_id integer not null references users (id) on delete cascade,
  call text not null,
  key text not null,
  body_hash text not null,
  claimed_at text not null,
  committed_at text,
  answer text,
  primary key (user_id, call, key)
) without rowid;

create index idx_idempotency_answers_claimed on idempotency_answers (claimed_at);
