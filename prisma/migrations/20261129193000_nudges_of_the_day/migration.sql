-- Those who wanted to know that somebody has played a daily are told while they may begin it themselves: until the end of
-- its day, and not until it closes. Else as before.
CREATE OR REPLACE FUNCTION "plan_nudges_of_try"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    played INTEGER;
    ends_at TIMESTAMPTZ;
BEGIN
    SELECT d.day, to_timestamp(86400 * (d.day + 1.0)) INTO played, ends_at FROM dailies d WHERE d.id = NEW.daily_id;
    INSERT INTO nudges (user_id, kind, subject, about_id, data, created_at, due_at, expires_at)
    SELECT r.user_id, 'rival-played', played || ' ' || NEW.user_id, NEW.user_id,
        jsonb_build_object('day', played), NEW.ended_at, NEW.ended_at + interval '5 minutes', ends_at
    FROM nudge_rivals r WHERE r.rival_id = NEW.user_id AND NEW.ended_at + interval '5 minutes' < ends_at
    ON CONFLICT DO NOTHING;
    IF NEW.cards_home > 0 THEN
        PERFORM plan_streak_nudge(NEW.user_id, played, NEW.ended_at);
    END IF;
    RETURN NULL;
END $$;
