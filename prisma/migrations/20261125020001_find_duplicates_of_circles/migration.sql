-- Built beside the running service.
create index concurrently if not exists "duplicates_circle_id_idx" on "duplicates" ("circle_id");
