-- The circle that a duplicate was opened from.
alter table "duplicates" add column "circle_id" uuid;
alter table "duplicates" add constraint "duplicates_circle_id_fkey" foreign key ("circle_id") references "circles" ("id") on delete set null on update cascade;
