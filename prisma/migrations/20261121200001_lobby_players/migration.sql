-- In which lobbies somebody sits, so that nobody sits in too many. Built beside the running service.
create index concurrently if not exists "races_lobby_players" on "races" using gin (("value"->'players') jsonb_path_ops) where "deal_id" is null;
