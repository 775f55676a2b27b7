-- A circle's tables read results by person. Built beside the running service.
create index concurrently if not exists "results_person_idx" on "results" ("user_id", "daily_id") include ("fastest", "standing");
