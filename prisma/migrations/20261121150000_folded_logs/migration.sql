-- Whose log is to be folded next.
CREATE INDEX "plays_to_be_folded" ON "plays" ("ended_at") WHERE "log" IS NULL AND "ended_at" IS NOT NULL;
