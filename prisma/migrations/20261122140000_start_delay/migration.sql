-- How long after the start of a race the first table was shown, as the page has measured it.
ALTER TABLE "plays" ADD COLUMN "shown_after_ms" INTEGER;
