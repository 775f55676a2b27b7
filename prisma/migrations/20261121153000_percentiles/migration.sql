-- The percentiles of a closed daily are fixed in batches along one index, which therefore holds every result.

DROP INDEX "results_all_idx";
CREATE INDEX "results_all_idx" ON "results"("daily_id", "fastest") INCLUDE ("standing");

-- As before, but what is told of an update is what is left of new less old, without a join of the two: its plan is kept
-- from the first time, which may have been for one row, and the next time is for thousands.
CREATE OR REPLACE FUNCTION "note_counts"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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
        FROM (SELECT n.*, 1 AS sign FROM news n UNION ALL SELECT o.*, -1 FROM olds o) r
        CROSS JOIN LATERAL ladders_of(r.standing, r.fastest, r.fewest) l
        GROUP BY 1, 2, 3 HAVING sum(r.sign) <> 0;
    END IF;
    RETURN NULL;
END $$;
