-- Practice that was played without a line and entered afterwards, with the times of its device.
ALTER TABLE "plays" ADD COLUMN "offline" BOOLEAN NOT NULL DEFAULT false;
