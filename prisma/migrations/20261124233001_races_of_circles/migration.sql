-- Races that were opened from a circle. Built beside the running service.
create index concurrently if not exists "races_circle_idx" on "races" (("value"->>'circleId'), "settled_at" desc) where "value"->>'circleId' is not null;
