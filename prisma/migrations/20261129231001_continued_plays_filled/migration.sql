-- By the indexes of branches that are to be folded, and of practice that is open. Of those folded already it is not known.
update "plays" set "continued" = true
  where "begun_with" is not null and "ended_at" is not null and not "offline" and not "continued";

update "plays" set "continued" = true
  where "ended_at" is null and "race_id" is null and "daily_id" is null and "duplicate_id" is null
    and "begun_with" is not null and not "offline" and not "continued";
