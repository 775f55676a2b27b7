-- The index of people's results that has their dailies too serves instead.
drop index concurrently if exists "results_user_id_idx";
