-- How many choices of a play an analysis could not judge. An analysis of before does not say; it is made again when
-- somebody asks for it.
ALTER TABLE "play_analyses" ADD COLUMN "undecided" INTEGER;
