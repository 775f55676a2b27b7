-- What tells the secret of a node from those of others: nodes that sign sessions differently sign each other's people out.
alter table "nodes" add column "secret_mark" text;
