-- Whether practice went on from another play: whoever made its first entries, its time is nobody's best.
alter table "plays" add column "continued" boolean not null default false;

-- A trigger's, so that it is known of those that a node of an earlier version creates, too.
create function "note_continued"() returns trigger language plpgsql as $$
begin
  new."continued" := true;
  return new;
end $$;

create trigger "plays_continued" before insert on "plays" for each row
  when (new."begun_with" is not null and not new."offline") execute function "note_continued"();
