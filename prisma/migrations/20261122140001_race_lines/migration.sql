-- The races of a line of rematches, by what they are routed by. Built beside the running service.
create index concurrently if not exists "races_at_idx" on "races" ("at") where "at" is not null;
