-- A board is read without its plays: what it shows of a result is in the result. Null until the next migration has filled it.
ALTER TABLE "results"
    ADD COLUMN "ending" TEXT,
    ADD COLUMN "elapsed_ms" INTEGER,
    ADD COLUMN "moves" INTEGER,
    ADD COLUMN "undos" INTEGER,
    ADD COLUMN "cards_home" INTEGER;

-- As before, with these.
CREATE OR REPLACE FUNCTION "note_result"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.ranked AND NEW.ended_at IS NOT NULL THEN
        INSERT INTO results (play_id, daily_id, user_id, won, fastest, fewest, standing,
            ending, elapsed_ms, moves, undos, cards_home)
        SELECT NEW.id, NEW.daily_id, NEW.user_id, NEW.ending = 'won',
               fastest_key(NEW.ending = 'won', NEW.elapsed_ms, NEW.moves, NEW.cards_home),
               fewest_key(NEW.ending = 'won', NEW.elapsed_ms, NEW.moves, NEW.cards_home),
               CASE WHEN NEW.voided_at IS NOT NULL OR u.banned_at IS NOT NULL THEN 0
                    WHEN NEW.listed AND NOT u.off_boards THEN 2
                    ELSE 1 END,
               NEW.ending, NEW.elapsed_ms, NEW.moves, NEW.undos, NEW.cards_home
        -- Locked, so that whoever bans or hides a person at this moment does not miss this result.
        FROM users u WHERE u.id = NEW.user_id FOR SHARE OF u
        ON CONFLICT (play_id) DO UPDATE
            SET user_id = EXCLUDED.user_id, won = EXCLUDED.won, fastest = EXCLUDED.fastest,
                fewest = EXCLUDED.fewest, standing = EXCLUDED.standing, ending = EXCLUDED.ending,
                elapsed_ms = EXCLUDED.elapsed_ms, moves = EXCLUDED.moves, undos = EXCLUDED.undos,
                cards_home = EXCLUDED.cards_home;
    ELSE
        DELETE FROM results WHERE play_id = NEW.id;
    END IF;
    RETURN NULL;
END $$;
