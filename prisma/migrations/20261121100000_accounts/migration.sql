-- Ways of signing in, and what a guest who has become part of an account leaves behind.

alter table users
  add column username text,
  add column merged_into_id text references users (id) on update cascade on delete set null;

create unique index users_username_key on users (username);
create index users_merged_into_id_idx on users (merged_into_id);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on update cascade on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz(3) not null default current_timestamp,
  used_at timestamptz(3)
);

create index passkeys_user_id_idx on passkeys (user_id);

create table sign_in_tickets (
  hash bytea primary key,
  kind text not null,
  user_id text references users (id) on update cascade on delete cascade,
  email text,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create index sign_in_tickets_user_id_idx on sign_in_tickets (user_id);
create index sign_in_tickets_expires_at_idx on sign_in_tickets (expires_at);

-- A guest's seats in lobbies move along with the guest: they are looked for among the races that were never started.
create index races_unstarted_idx on races (created_at) where deal_id is null;
