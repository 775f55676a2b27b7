-- What somebody practises and has not ended, so that nobody leaves more behind than they may. Built beside the running
-- service.
create index concurrently if not exists "plays_practice_open" on "plays" ("user_id") where "ended_at" is null and "race_id" is null and "daily_id" is null;
