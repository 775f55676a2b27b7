-- What a rated race has done to the ratings of those with an account; the last change of a person and game is the rating.
CREATE TABLE "rating_changes" (
    "id" BIGSERIAL NOT NULL,
    "race_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "game" TEXT NOT NULL,
    "races" INTEGER NOT NULL,
    "mu_before" DOUBLE PRECISION NOT NULL,
    "sigma_before" DOUBLE PRECISION NOT NULL,
    "mu" DOUBLE PRECISION NOT NULL,
    "sigma" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "rating_changes_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "rating_changes_race_id_user_id_key" ON "rating_changes"("race_id", "user_id");
CREATE INDEX "rating_changes_user_id_game_id_idx" ON "rating_changes"("user_id", "game", "id");
ALTER TABLE "rating_changes" ADD CONSTRAINT "rating_changes_race_id_fkey" FOREIGN KEY ("race_id") REFERENCES "races"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "rating_changes" ADD CONSTRAINT "rating_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
