-- The copies of a deal. Built beside the running service.
create index concurrently if not exists "deals_copy_of_idx" on "deals" ("copy_of") where "copy_of" is not null;
