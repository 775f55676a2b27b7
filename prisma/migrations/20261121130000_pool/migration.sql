-- Deals proved winnable and not used yet; each is taken out of here once.

CREATE TABLE "certified_deals" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "variant" TEXT NOT NULL,
    "pack" BYTEA NOT NULL,
    "solution" BYTEA NOT NULL,
    "difficulty" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "certified_deals_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "certified_deals_variant_created_at_idx" ON "certified_deals"("variant", "created_at");

-- What a search has found out about a deal in use.

ALTER TABLE "deals"
    ADD COLUMN "verdict" TEXT,
    ADD COLUMN "difficulty" INTEGER,
    ADD COLUMN "solution" BYTEA;

CREATE TABLE "play_analyses" (
    "play_id" UUID NOT NULL,
    "entries" INTEGER NOT NULL,
    "lost_at" INTEGER,
    "proved" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "play_analyses_pkey" PRIMARY KEY ("play_id"),
    CONSTRAINT "play_analyses_play_id_fkey" FOREIGN KEY ("play_id") REFERENCES "plays"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
