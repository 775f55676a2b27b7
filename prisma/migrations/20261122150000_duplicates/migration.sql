-- Some deals for a group, played by each at their own time, and scored against one another.
create table "duplicates" (
  "id" uuid not null default gen_random_uuid(),
  "code" text not null,
  "opened_by" text,
  "undo" text not null,
  "opened_at" timestamptz(3) not null,
  -- The end of its window: every try has ended by then.
  "closes_at" timestamptz(3) not null,
  -- When nothing of it could change any more. Until then its deals are live.
  "settled_at" timestamptz(3),
  constraint "duplicates_pkey" primary key ("id"),
  constraint "duplicates_opened_by_fkey" foreign key ("opened_by") references "users" ("id") on delete set null on update cascade
);
create unique index "duplicates_code_key" on "duplicates" ("code");
create index "duplicates_opened_by_idx" on "duplicates" ("opened_by");
create index "duplicates_closes_at_idx" on "duplicates" ("closes_at");

create table "duplicate_deals" (
  "duplicate_id" uuid not null,
  -- Counted from 1.
  "number" integer not null,
  "deal_id" uuid not null,
  constraint "duplicate_deals_pkey" primary key ("duplicate_id", "number"),
  constraint "duplicate_deals_duplicate_id_fkey" foreign key ("duplicate_id") references "duplicates" ("id") on delete cascade on update cascade,
  constraint "duplicate_deals_deal_id_fkey" foreign key ("deal_id") references "deals" ("id") on delete restrict on update cascade
);
create unique index "duplicate_deals_deal_id_key" on "duplicate_deals" ("deal_id");

create table "duplicate_seats" (
  "duplicate_id" uuid not null,
  "user_id" text not null,
  "joined_at" timestamptz(3) not null,
  constraint "duplicate_seats_pkey" primary key ("duplicate_id", "user_id"),
  constraint "duplicate_seats_duplicate_id_fkey" foreign key ("duplicate_id") references "duplicates" ("id") on delete cascade on update cascade,
  constraint "duplicate_seats_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade on update cascade
);
create index "duplicate_seats_user_id_idx" on "duplicate_seats" ("user_id");

alter table "plays" add column "duplicate_id" uuid references "duplicates" ("id") on delete restrict on update cascade;
