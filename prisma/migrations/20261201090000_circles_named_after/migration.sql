-- Whom a circle is called after, so that its name goes with them even if they have left it. Circles named before have none.
create table "circle_named_after" (
  "circle_id" uuid not null,
  "user_id" text not null,
  constraint "circle_named_after_pkey" primary key ("circle_id", "user_id"),
  constraint "circle_named_after_circle_id_fkey" foreign key ("circle_id") references "circles" ("id") on delete cascade on update cascade,
  constraint "circle_named_after_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade on update cascade
);
create index "circle_named_after_user_id_idx" on "circle_named_after" ("user_id");
