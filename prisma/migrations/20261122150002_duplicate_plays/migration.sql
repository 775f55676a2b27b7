-- All plays of a duplicate. Built beside the running service.
create index concurrently if not exists "plays_duplicate_id_idx" on "plays" ("duplicate_id") where "duplicate_id" is not null;
