-- By which grading a deal has its class; null: by one that did not say.
ALTER TABLE "deals" ADD COLUMN "grading_version" INTEGER;
ALTER TABLE "certified_deals" ADD COLUMN "grading_version" INTEGER;

-- How well a play was played, with where it was lost. Null: nobody has asked since this is known.
ALTER TABLE "play_analyses"
    ADD COLUMN "decisions" INTEGER,
    ADD COLUMN "kept" INTEGER,
    ADD COLUMN "mistakes" JSONB,
    ADD COLUMN "curve" BYTEA;
