-- Whether no win of a deal is shorter than the kept one.
ALTER TABLE "deals" ADD COLUMN "shortest" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "certified_deals" ADD COLUMN "shortest" BOOLEAN NOT NULL DEFAULT false;
