-- Each batch a transaction of its own: nobody waits long for a result, and broken off it is run again from the start, where
-- what is filled is passed over.
DO $$
DECLARE
    after UUID := '00000000-0000-0000-0000-000000000000';
    last UUID;
BEGIN
    LOOP
        SELECT play_id INTO last
        FROM (SELECT play_id FROM results WHERE play_id > after ORDER BY play_id LIMIT 10000) batch
        ORDER BY play_id DESC LIMIT 1;
        EXIT WHEN last IS NULL;
        UPDATE results r
        SET ending = p.ending, elapsed_ms = p.elapsed_ms, moves = p.moves, undos = p.undos, cards_home = p.cards_home
        FROM plays p
        WHERE p.id = r.play_id AND r.play_id > after AND r.play_id <= last AND r.ending IS NULL;
        COMMIT;
        after := last;
    END LOOP;
END $$;
