-- In which lobbies somebody sits, so that nobody sits in too many.
CREATE INDEX "races_lobby_players" ON "races" USING GIN (("value"->'players') jsonb_path_ops) WHERE "deal_id" IS NULL;

-- A branch takes over the log of another play in its folded form: one row, however long it is.
ALTER TABLE "plays" ADD COLUMN "begun_with" INTEGER;
CREATE INDEX "plays_begun_to_be_folded" ON "plays" ("ended_at") WHERE "begun_with" IS NOT NULL AND "ended_at" IS NOT NULL;
-- What somebody practises and has not ended, so that nobody leaves more behind than they may.
CREATE INDEX "plays_practice_open" ON "plays" ("user_id") WHERE "ended_at" IS NULL AND "race_id" IS NULL AND "daily_id" IS NULL;
