-- How many hints a practice play was given.
ALTER TABLE "plays" ADD COLUMN "hints" INTEGER NOT NULL DEFAULT 0;
