-- One try a person at each deal of a duplicate; `ranked` as at a daily. Built beside the running service.
create unique index concurrently if not exists "plays_duplicate_ranked_key" on "plays" ("duplicate_id", "deal_id", "user_id") where "duplicate_id" is not null and "ranked";
