-- Nudges: who wants which, on which devices, and each one from its cause until it has been sent.

CREATE TABLE "push_subscriptions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions"("user_id");
CREATE INDEX "push_subscriptions_session_id_idx" ON "push_subscriptions"("session_id");

CREATE TABLE "nudge_settings" (
    "user_id" TEXT NOT NULL,
    "kinds" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "quiet_from" INTEGER,
    "quiet_to" INTEGER,
    "zone" TEXT NOT NULL DEFAULT 'UTC',
    CONSTRAINT "nudge_settings_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "nudge_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "nudge_rivals" (
    "user_id" TEXT NOT NULL,
    "rival_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "nudge_rivals_pkey" PRIMARY KEY ("user_id", "rival_id"),
    CONSTRAINT "nudge_rivals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "nudge_rivals_rival_id_fkey" FOREIGN KEY ("rival_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "nudge_rivals_rival_id_idx" ON "nudge_rivals"("rival_id");

CREATE TABLE "nudges" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "about_id" TEXT,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "claimed_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "seen_at" TIMESTAMPTZ(3),
    CONSTRAINT "nudges_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "nudges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "nudges_about_id_fkey" FOREIGN KEY ("about_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "nudges_user_id_kind_subject_key" ON "nudges"("user_id", "kind", "subject");
CREATE INDEX "nudges_about_id_idx" ON "nudges"("about_id");
CREATE INDEX "nudges_expires_at_idx" ON "nudges"("expires_at");
-- What is still to be sent.
CREATE INDEX "nudges_due_idx" ON "nudges"("due_at") WHERE "claimed_at" IS NULL;

-- What a person's try on `day` may come to: that their streak ends on one of the days after. From noon of the next day on
-- it is decided when, and whether; `nudge/due.ts` says how.
CREATE FUNCTION "plan_streak_nudge"(person TEXT, day INTEGER, at TIMESTAMPTZ) RETURNS VOID LANGUAGE sql AS $$
    INSERT INTO nudges (user_id, kind, subject, data, created_at, due_at, expires_at)
    SELECT s.user_id, 'streak-ends', day::text, jsonb_build_object('day', day), at,
        to_timestamp(86400 * (day + 1.5)), to_timestamp(86400 * (day + 4.0))
    FROM nudge_settings s WHERE s.user_id = person AND 'streak-ends' = ANY (s.kinds)
    ON CONFLICT DO NOTHING;
$$;

-- A ranked try at a daily has ended: those who wanted to know that this person has played are told five minutes later,
-- once a day. In a trigger, so that it is part of whichever transaction ends the try.
CREATE FUNCTION "plan_nudges_of_try"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    daily RECORD;
BEGIN
    SELECT d.day, d.closes_at INTO daily FROM dailies d WHERE d.id = NEW.daily_id;
    INSERT INTO nudges (user_id, kind, subject, about_id, data, created_at, due_at, expires_at)
    SELECT r.user_id, 'rival-played', daily.day || ' ' || NEW.user_id, NEW.user_id,
        jsonb_build_object('day', daily.day), NEW.ended_at, NEW.ended_at + interval '5 minutes', daily.closes_at
    FROM nudge_rivals r WHERE r.rival_id = NEW.user_id AND NEW.ended_at + interval '5 minutes' < daily.closes_at
    ON CONFLICT DO NOTHING;
    IF NEW.cards_home > 0 THEN
        PERFORM plan_streak_nudge(NEW.user_id, daily.day, NEW.ended_at);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "plays_nudge" AFTER UPDATE ON "plays" FOR EACH ROW
WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND NEW.ranked AND NEW.daily_id IS NOT NULL)
EXECUTE FUNCTION "plan_nudges_of_try"();
