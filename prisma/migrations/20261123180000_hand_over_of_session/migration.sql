-- A hand-over ends with the session that has made it, and makes no younger one: null for sessions of their own, and for
-- hand-overs of before.
ALTER TABLE "sessions" ADD COLUMN "signed_in_at" TIMESTAMPTZ(3);
ALTER TABLE "hand_overs" ADD COLUMN "session_id" TEXT REFERENCES "sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "hand_overs_session_id_idx" ON "hand_overs" ("session_id");
