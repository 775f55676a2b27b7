-- A branch takes over the log of another play in its folded form: one row, however long it is.
ALTER TABLE "plays" ADD COLUMN "begun_with" INTEGER;
