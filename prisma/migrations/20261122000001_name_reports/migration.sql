-- Names that people have reported to the moderators, once a person and name.
CREATE TABLE "name_reports" (
    "person_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "reporter_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "name_reports_pkey" PRIMARY KEY ("person_id", "name", "reporter_id")
);
CREATE INDEX "name_reports_reporter_id_idx" ON "name_reports"("reporter_id");
CREATE INDEX "name_reports_at_idx" ON "name_reports"("at");
ALTER TABLE "name_reports" ADD CONSTRAINT "name_reports_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "name_reports" ADD CONSTRAINT "name_reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
