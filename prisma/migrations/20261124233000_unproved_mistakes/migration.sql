-- A move after which no win was found counted as a mistake, though nothing had proved it one. Analyses with such a move are
-- made again when somebody asks for them, and count in no average until then.
UPDATE "play_analyses" SET "decisions" = NULL, "kept" = NULL WHERE "lost_at" IS NOT NULL AND NOT "proved";
