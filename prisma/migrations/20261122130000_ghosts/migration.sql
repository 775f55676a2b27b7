-- Races against recordings: copies of opened deals, and who knows a deal already.
ALTER TABLE "deals" ADD COLUMN "copy_of" UUID;
ALTER TABLE "deals" ADD CONSTRAINT "deals_copy_of_fkey" FOREIGN KEY ("copy_of") REFERENCES "deals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "seen_deals" (
    "user_id" TEXT NOT NULL,
    "deal_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "seen_deals_pkey" PRIMARY KEY ("user_id", "deal_id")
);
CREATE INDEX "seen_deals_deal_id_idx" ON "seen_deals"("deal_id");
ALTER TABLE "seen_deals" ADD CONSTRAINT "seen_deals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "seen_deals" ADD CONSTRAINT "seen_deals_deal_id_fkey" FOREIGN KEY ("deal_id") REFERENCES "deals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever has practised on the deal of a closed daily knows it.
INSERT INTO "seen_deals" ("user_id", "deal_id", "at")
SELECT p.user_id, d.deal_id, min(p.starts_at)
FROM plays p
JOIN deals own ON own.id = p.deal_id AND own.kind = 'practice' AND own.source LIKE 'daily/%'
JOIN dailies d ON 'daily/' || to_char(date '1970-01-01' + d.day, 'YYYY-MM-DD') = own.source
  AND d.game = split_part(own.variant, '/', 1)
GROUP BY p.user_id, d.deal_id;
