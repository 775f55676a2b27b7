-- Dailies: one deal a game and UTC day, everybody's one ranked try at it, and the boards.

-- What moderators decide about people, and who they are.
ALTER TABLE "users"
    ADD COLUMN "role" TEXT,
    ADD COLUMN "banned_at" TIMESTAMPTZ(3),
    ADD COLUMN "name_hidden_at" TIMESTAMPTZ(3);

-- A day is the number of days since 1970-01-01, by UTC.
CREATE TABLE "dailies" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "day" INTEGER NOT NULL,
    "game" TEXT NOT NULL,
    "deal_id" UUID NOT NULL,
    "closes_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "dailies_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "dailies_deal_id_fkey" FOREIGN KEY ("deal_id") REFERENCES "deals"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "dailies_day_game_key" ON "dailies"("day", "game");
CREATE UNIQUE INDEX "dailies_deal_id_key" ON "dailies"("deal_id");

ALTER TABLE "plays"
    ADD COLUMN "daily_id" UUID,
    ADD COLUMN "ranked" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "listed" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "voided_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "plays_daily_id_fkey" FOREIGN KEY ("daily_id") REFERENCES "dailies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One ranked try a person and daily, whatever happens at once.
CREATE UNIQUE INDEX "plays_ranked_key" ON "plays"("daily_id", "user_id") WHERE "ranked";
-- What is still to be ended when a daily closes.
CREATE INDEX "plays_daily_running_idx" ON "plays"("daily_id") WHERE "daily_id" IS NOT NULL AND "ended_at" IS NULL;

-- Ranked tries that have ended, as the boards need them. Follows from plays and users, by the triggers below.
CREATE TABLE "results" (
    "play_id" UUID NOT NULL,
    "daily_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "won" BOOLEAN NOT NULL,
    -- What the two boards are sorted by, less before more.
    "fastest" BIGINT NOT NULL,
    "fewest" BIGINT NOT NULL,
    -- 0 counts nowhere, 1 counts, 2 is listed as well.
    "standing" SMALLINT NOT NULL,
    -- Of ten thousand other tries so many were slower; fixed when the daily is settled.
    "percentile" INTEGER,

    CONSTRAINT "results_pkey" PRIMARY KEY ("play_id"),
    CONSTRAINT "results_play_id_fkey" FOREIGN KEY ("play_id") REFERENCES "plays"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The two boards: top, neighbours, and what lies within one bucket.
CREATE INDEX "results_fastest_idx" ON "results"("daily_id", "fastest", "play_id") WHERE "standing" = 2;
CREATE INDEX "results_fewest_idx" ON "results"("daily_id", "fewest", "play_id") WHERE "standing" = 2;
-- The percentile, which counts everyone.
CREATE INDEX "results_all_idx" ON "results"("daily_id", "fastest") WHERE "standing" >= 1;
CREATE INDEX "results_user_id_idx" ON "results"("user_id");

-- How many results lie in each bucket of a ladder: `fastest` and `fewest` of those listed, `all` of those that count, by
-- `fastest`. A place is the sum of the lower buckets and a count within one. Level 0 is coarse, level 1 fine.
CREATE TABLE "board_counts" (
    "daily_id" UUID NOT NULL,
    "ladder" TEXT NOT NULL,
    "level" SMALLINT NOT NULL,
    "bucket" INTEGER NOT NULL,
    "n" INTEGER NOT NULL,

    CONSTRAINT "board_counts_pkey" PRIMARY KEY ("daily_id", "ladder", "level", "bucket")
);

-- What has changed and is not in the counts yet. Only ever inserted here, so that results written at once do not wait
-- for each other; the service folds it into the counts every second, and readers add it up meanwhile.
CREATE TABLE "board_changes" (
    "id" BIGSERIAL PRIMARY KEY,
    "daily_id" UUID NOT NULL,
    "ladder" TEXT NOT NULL,
    "key" BIGINT NOT NULL,
    "delta" INTEGER NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

CREATE INDEX "board_changes_daily_id_ladder_idx" ON "board_changes"("daily_id", "ladder");

-- The boards of weeks and of all time: sums over the listed results of settled dailies. A week is the number of Mondays
-- since 1970-01-01; all time is week -1.
CREATE TABLE "period_totals" (
    "game" TEXT NOT NULL,
    "week" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "won" INTEGER NOT NULL,
    "played" INTEGER NOT NULL,
    "percentiles" BIGINT NOT NULL,

    CONSTRAINT "period_totals_pkey" PRIMARY KEY ("game", "week", "user_id")
);

CREATE INDEX "period_totals_order_idx" ON "period_totals"("game", "week", "won" DESC, "percentiles" DESC);

-- What moderators did, and why. Without keys: it outlives what it speaks of.
CREATE TABLE "moderation" (
    "id" BIGSERIAL PRIMARY KEY,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_id" TEXT,
    "action" TEXT NOT NULL,
    "play_id" UUID,
    "user_id" TEXT,
    "reason" TEXT NOT NULL
);

-- The order of the boards as one number; `ranking.ts` says the same, and a test compares them.
CREATE FUNCTION "fastest_key"("won" BOOLEAN, "elapsed_ms" INTEGER, "moves" INTEGER, "cards_home" INTEGER)
RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN won THEN elapsed_ms * 10000::bigint + moves
                ELSE 9000000000000 + (104 - cards_home) * 1000000000::bigint END
$$;
CREATE FUNCTION "fewest_key"("won" BOOLEAN, "elapsed_ms" INTEGER, "moves" INTEGER, "cards_home" INTEGER)
RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN won THEN moves * 1000000000::bigint + elapsed_ms
                ELSE 9000000000000 + (104 - cards_home) * 1000000000::bigint END
$$;

-- A try is listed when it belongs to an account, or comes to one before its daily closes.
CREATE FUNCTION "note_listed"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    is_account BOOLEAN;
    is_closed BOOLEAN;
BEGIN
    SELECT NOT u.is_anonymous INTO is_account FROM users u WHERE u.id = NEW.user_id;
    SELECT d.settled_at IS NOT NULL OR d.closes_at <= now() INTO is_closed FROM dailies d WHERE d.id = NEW.daily_id;
    IF TG_OP = 'INSERT' OR NOT is_closed THEN
        NEW.listed := is_account;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "plays_note_listed_at_first" BEFORE INSERT ON "plays"
    FOR EACH ROW WHEN (NEW.daily_id IS NOT NULL) EXECUTE FUNCTION "note_listed"();
CREATE TRIGGER "plays_note_listed" BEFORE UPDATE OF "user_id" ON "plays"
    FOR EACH ROW WHEN (NEW.daily_id IS NOT NULL) EXECUTE FUNCTION "note_listed"();

-- A ranked try that has ended is a result, in the same transaction; and changes with its play.
CREATE FUNCTION "note_result"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.ranked AND NEW.ended_at IS NOT NULL THEN
        INSERT INTO results (play_id, daily_id, user_id, won, fastest, fewest, standing)
        SELECT NEW.id, NEW.daily_id, NEW.user_id, NEW.ending = 'won',
               fastest_key(NEW.ending = 'won', NEW.elapsed_ms, NEW.moves, NEW.cards_home),
               fewest_key(NEW.ending = 'won', NEW.elapsed_ms, NEW.moves, NEW.cards_home),
               CASE WHEN NEW.voided_at IS NOT NULL OR u.banned_at IS NOT NULL THEN 0
                    WHEN NEW.listed AND NOT u.off_boards THEN 2
                    ELSE 1 END
        -- Locked, so that whoever bans or hides a person at this moment does not miss this result.
        FROM users u WHERE u.id = NEW.user_id FOR SHARE OF u
        ON CONFLICT (play_id) DO UPDATE
            SET user_id = EXCLUDED.user_id, won = EXCLUDED.won, fastest = EXCLUDED.fastest,
                fewest = EXCLUDED.fewest, standing = EXCLUDED.standing;
    ELSE
        DELETE FROM results WHERE play_id = NEW.id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "plays_note_result_at_first" AFTER INSERT ON "plays"
    FOR EACH ROW WHEN (NEW.daily_id IS NOT NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION "note_result"();
CREATE TRIGGER "plays_note_result" AFTER UPDATE OF "ended_at", "ending", "ranked", "listed", "voided_at", "user_id" ON "plays"
    FOR EACH ROW WHEN (NEW.daily_id IS NOT NULL) EXECUTE FUNCTION "note_result"();

-- What is decided about a person goes for all their tries; a guest who becomes somebody is listed where it is not too late.
CREATE FUNCTION "note_person"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE plays p
    SET listed = p.listed OR (OLD.is_anonymous AND NOT NEW.is_anonymous AND EXISTS (
        SELECT FROM dailies d WHERE d.id = p.daily_id AND d.settled_at IS NULL AND d.closes_at > now()))
    WHERE p.user_id = NEW.id AND p.daily_id IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER "users_note_person" AFTER UPDATE ON "users"
    FOR EACH ROW WHEN ((OLD.is_anonymous, OLD.off_boards, OLD.banned_at) IS DISTINCT FROM (NEW.is_anonymous, NEW.off_boards, NEW.banned_at))
    EXECUTE FUNCTION "note_person"();

-- Counts and sums follow the results.
CREATE FUNCTION "ladders_of"("standing" SMALLINT, "fastest" BIGINT, "fewest" BIGINT)
RETURNS TABLE ("ladder" TEXT, "key" BIGINT) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT 'all', fastest WHERE standing >= 1
    UNION ALL SELECT 'fastest', fastest WHERE standing = 2
    UNION ALL SELECT 'fewest', fewest WHERE standing = 2
$$;

CREATE FUNCTION "note_counts"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO board_changes (daily_id, ladder, key, delta)
        SELECT r.daily_id, l.ladder, l.key, count(*)
        FROM news r CROSS JOIN LATERAL ladders_of(r.standing, r.fastest, r.fewest) l GROUP BY 1, 2, 3;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO board_changes (daily_id, ladder, key, delta)
        SELECT r.daily_id, l.ladder, l.key, -count(*)
        FROM olds r CROSS JOIN LATERAL ladders_of(r.standing, r.fastest, r.fewest) l GROUP BY 1, 2, 3;
    ELSE
        INSERT INTO board_changes (daily_id, ladder, key, delta)
        SELECT r.daily_id, l.ladder, l.key, sum(r.sign)
        FROM (
            SELECT n.*, 1 AS sign FROM news n JOIN olds o USING (play_id)
            WHERE (n.standing, n.fastest, n.fewest) IS DISTINCT FROM (o.standing, o.fastest, o.fewest)
            UNION ALL
            SELECT o.*, -1 FROM news n JOIN olds o USING (play_id)
            WHERE (n.standing, n.fastest, n.fewest) IS DISTINCT FROM (o.standing, o.fastest, o.fewest)
        ) r CROSS JOIN LATERAL ladders_of(r.standing, r.fastest, r.fewest) l
        GROUP BY 1, 2, 3 HAVING sum(r.sign) <> 0;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "results_count_new" AFTER INSERT ON "results"
    REFERENCING NEW TABLE AS news FOR EACH STATEMENT EXECUTE FUNCTION "note_counts"();
CREATE TRIGGER "results_count_changed" AFTER UPDATE ON "results"
    REFERENCING OLD TABLE AS olds NEW TABLE AS news FOR EACH STATEMENT EXECUTE FUNCTION "note_counts"();
CREATE TRIGGER "results_count_gone" AFTER DELETE ON "results"
    REFERENCING OLD TABLE AS olds FOR EACH STATEMENT EXECUTE FUNCTION "note_counts"();

-- Only what has a percentile counts here, so a result's first insert never does.
CREATE FUNCTION "note_totals"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        UPDATE period_totals t SET won = t.won - r.won::int, played = t.played - 1, percentiles = t.percentiles - r.percentile
        FROM (SELECT o.*, d.game, (d.day + 3) / 7 AS week FROM olds o JOIN dailies d ON d.id = o.daily_id) r
        WHERE r.standing = 2 AND r.percentile IS NOT NULL
            AND t.game = r.game AND t.week IN (-1, r.week) AND t.user_id = r.user_id;
    ELSE
        INSERT INTO period_totals (game, week, user_id, won, played, percentiles)
        SELECT d.game, w.week, r.user_id, sum(r.sign * r.won::int), sum(r.sign), sum(r.sign * r.percentile)
        FROM (SELECT n.*, 1 AS sign FROM news n UNION ALL SELECT o.*, -1 FROM olds o) r
        JOIN dailies d ON d.id = r.daily_id
        CROSS JOIN LATERAL (VALUES (-1), ((d.day + 3) / 7)) w(week)
        WHERE r.standing = 2 AND r.percentile IS NOT NULL
        GROUP BY 1, 2, 3
        HAVING sum(r.sign) <> 0 OR sum(r.sign * r.won::int) <> 0 OR sum(r.sign * r.percentile) <> 0
        ORDER BY 1, 2, 3
        ON CONFLICT (game, week, user_id) DO UPDATE SET won = period_totals.won + EXCLUDED.won,
            played = period_totals.played + EXCLUDED.played,
            percentiles = period_totals.percentiles + EXCLUDED.percentiles;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "results_total_changed" AFTER UPDATE ON "results"
    REFERENCING OLD TABLE AS olds NEW TABLE AS news FOR EACH STATEMENT EXECUTE FUNCTION "note_totals"();
CREATE TRIGGER "results_total_gone" AFTER DELETE ON "results"
    REFERENCING OLD TABLE AS olds FOR EACH STATEMENT EXECUTE FUNCTION "note_totals"();
