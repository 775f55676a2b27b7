-- When a play that has not ended was stored or last changed otherwise than by an entry: branched, entered from a device,
-- merged, given a hint. Plays of before count as changed now. What deletes practice goes by it, so triggers keep it,
-- whichever version changes a play; entries change no play and cost nothing, except those so late that they all store
-- the same time.
ALTER TABLE "plays" ADD COLUMN "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

CREATE FUNCTION "note_play_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_at = clock_timestamp();
    RETURN NEW;
END $$;

CREATE TRIGGER "plays_changed" BEFORE UPDATE ON "plays" FOR EACH ROW
WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NULL)
EXECUTE FUNCTION "note_play_change"();

CREATE FUNCTION "note_late_entry"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE plays SET changed_at = clock_timestamp() WHERE id = NEW.play_id AND ended_at IS NULL;
    RETURN NULL;
END $$;

CREATE TRIGGER "entries_late" AFTER INSERT ON "entries" FOR EACH ROW
WHEN (NEW.elapsed_ms = 2147483647)
EXECUTE FUNCTION "note_late_entry"();
