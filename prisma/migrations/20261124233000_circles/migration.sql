-- People who play the dailies together; there is none without a member. Its standings follow from plays and dailies, and are stored nowhere.
create table "circles" (
  "id" uuid not null default gen_random_uuid(),
  "name" text not null,
  -- Of its link; the host can renew it.
  "code" text not null,
  "host_id" text,
  "created_at" timestamptz(3) not null,
  constraint "circles_pkey" primary key ("id"),
  constraint "circles_host_id_fkey" foreign key ("host_id") references "users" ("id") on delete set null on update cascade
);
create unique index "circles_code_key" on "circles" ("code");
create index "circles_host_id_idx" on "circles" ("host_id");

-- Who is in a circle, or was: what they have played meanwhile counts.
create table "circle_members" (
  "circle_id" uuid not null,
  "user_id" text not null,
  -- The last time.
  "joined_at" timestamptz(3) not null,
  "left_at" timestamptz(3),
  -- By the host: the link does not lead back.
  "removed_at" timestamptz(3),
  "shows_lane" boolean not null default true,
  "shows_presence" boolean not null default true,
  constraint "circle_members_pkey" primary key ("circle_id", "user_id"),
  constraint "circle_members_circle_id_fkey" foreign key ("circle_id") references "circles" ("id") on delete cascade on update cascade,
  constraint "circle_members_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade on update cascade
);
create index "circle_members_user_id_idx" on "circle_members" ("user_id");

-- Who has been asked to join.
create table "circle_invitations" (
  "circle_id" uuid not null,
  "user_id" text not null,
  "from_id" text not null,
  "at" timestamptz(3) not null,
  constraint "circle_invitations_pkey" primary key ("circle_id", "user_id"),
  constraint "circle_invitations_circle_id_fkey" foreign key ("circle_id") references "circles" ("id") on delete cascade on update cascade,
  constraint "circle_invitations_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade on update cascade,
  constraint "circle_invitations_from_id_fkey" foreign key ("from_id") references "users" ("id") on delete cascade on update cascade
);
create index "circle_invitations_user_id_idx" on "circle_invitations" ("user_id");
create index "circle_invitations_from_id_idx" on "circle_invitations" ("from_id");
create index "circle_invitations_at_idx" on "circle_invitations" ("at");

-- Races that are arranged.
create table "circle_dates" (
  "id" uuid not null default gen_random_uuid(),
  "circle_id" uuid not null,
  "at" timestamptz(3) not null,
  "variant" text not null,
  "made_by" text,
  -- Of its race, once somebody has opened it.
  "race_code" text,
  "cancelled_at" timestamptz(3),
  constraint "circle_dates_pkey" primary key ("id"),
  constraint "circle_dates_circle_id_fkey" foreign key ("circle_id") references "circles" ("id") on delete cascade on update cascade,
  constraint "circle_dates_made_by_fkey" foreign key ("made_by") references "users" ("id") on delete set null on update cascade
);
create index "circle_dates_circle_id_at_idx" on "circle_dates" ("circle_id", "at");
create index "circle_dates_at_idx" on "circle_dates" ("at");
create index "circle_dates_made_by_idx" on "circle_dates" ("made_by");

-- Who has said whether they come.
create table "circle_date_people" (
  "date_id" uuid not null,
  "user_id" text not null,
  "comes" boolean not null,
  constraint "circle_date_people_pkey" primary key ("date_id", "user_id"),
  constraint "circle_date_people_date_id_fkey" foreign key ("date_id") references "circle_dates" ("id") on delete cascade on update cascade,
  constraint "circle_date_people_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade on update cascade
);
create index "circle_date_people_user_id_idx" on "circle_date_people" ("user_id");
