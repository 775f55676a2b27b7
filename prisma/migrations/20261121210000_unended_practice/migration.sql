-- Practice that somebody has left, by its age: what retention looks for. Built beside the running service.
create index concurrently if not exists "plays_unended_practice_idx" on "plays" ("starts_at")
  where "ended_at" is null and "race_id" is null and "daily_id" is null;
