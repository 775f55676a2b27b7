-- Lobbies by their age: what retention looks for. Built beside the running service.
create index concurrently if not exists "races_unstarted_idx" on "races" ("created_at") where "deal_id" is null;
