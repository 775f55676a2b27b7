-- News between nodes that is too large for a notification (Socket.IO's PostgreSQL adapter).
CREATE TABLE "socket_io_attachments" (
  "id" BIGSERIAL PRIMARY KEY,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "payload" BYTEA NOT NULL
);
