-- Branches that have ended and are to be folded. Built beside the running service.
create index concurrently if not exists "plays_begun_to_be_folded" on "plays" ("ended_at") where "begun_with" is not null and "ended_at" is not null;
