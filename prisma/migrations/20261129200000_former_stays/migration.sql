-- Whoever leaves a circle and joins again keeps what they have played there before.
alter table "circle_members" add column "former_stays" jsonb not null default '[]';
