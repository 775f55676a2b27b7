-- Nothing of a person who is forgotten stays in sums and records.

ALTER TABLE "moderation"
    ADD CONSTRAINT "moderation_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    ADD CONSTRAINT "moderation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A sum over nothing goes away: the results of a person may pass to another.
CREATE FUNCTION "drop_empty_total"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM period_totals WHERE game = NEW.game AND week = NEW.week AND user_id = NEW.user_id;
    RETURN NULL;
END $$;
CREATE TRIGGER "period_totals_drop_empty" AFTER UPDATE ON "period_totals"
    FOR EACH ROW WHEN (NEW.played = 0) EXECUTE FUNCTION "drop_empty_total"();
