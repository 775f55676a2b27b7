-- The quick matches that gather players just now, a row for each variant; its lock puts those who come into a line.
CREATE TABLE "quick_matches" (
    "variant" TEXT NOT NULL,
    "codes" TEXT[] NOT NULL DEFAULT '{}',
    CONSTRAINT "quick_matches_pkey" PRIMARY KEY ("variant")
);
