-- Races that their hosts have opened to everyone. Built beside the running service.
create index concurrently if not exists "races_listed_idx" on "races" ("created_at" desc) where "settled_at" is null and "value" #>> '{settings,listed}' = 'true';
