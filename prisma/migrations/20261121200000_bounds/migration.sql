-- In which lobbies somebody sits, so that nobody sits in too many.
CREATE INDEX "races_lobby_players" ON "races" USING GIN (("value"->'players') jsonb_path_ops) WHERE "deal_id" IS NULL;
