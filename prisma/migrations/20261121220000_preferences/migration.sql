-- How somebody likes their table, on every device of theirs; null until they have said so.

ALTER TABLE "users" ADD COLUMN "preferences" JSONB;
