-- People and how they are signed in.

CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "is_anonymous" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE INDEX "users_name_idx" ON "users"("name");

CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "sessions_token_key" ON "sessions"("token");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "accounts_user_id_idx" ON "accounts"("user_id");

CREATE TABLE "verifications" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "verifications_identifier_idx" ON "verifications"("identifier");

CREATE TABLE "hand_overs" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "token_hash" BYTEA NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "hand_overs_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "hand_overs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "hand_overs_token_hash_key" ON "hand_overs"("token_hash");
CREATE UNIQUE INDEX "hand_overs_code_hash_key" ON "hand_overs"("code_hash");
CREATE INDEX "hand_overs_user_id_idx" ON "hand_overs"("user_id");

-- Deals, races, plays and their logs. Nothing here goes away because something else does.

CREATE TABLE "deals" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "variant" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "pack" BYTEA NOT NULL,
    "salt" BYTEA,
    "commitment" BYTEA,
    "source" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deals_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "races" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "code" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "value" JSONB NOT NULL,
    "deal_id" UUID,
    "rematch_of" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "races_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "races_deal_id_fkey" FOREIGN KEY ("deal_id") REFERENCES "deals"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "races_rematch_of_fkey" FOREIGN KEY ("rematch_of") REFERENCES "races"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "races_code_key" ON "races"("code");
CREATE UNIQUE INDEX "races_rematch_of_key" ON "races"("rematch_of");
CREATE INDEX "races_deal_id_idx" ON "races"("deal_id");

CREATE TABLE "plays" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deal_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "race_id" UUID,
    "undo" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "closes_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ending" TEXT,
    "moves" INTEGER,
    "undos" INTEGER,
    "cards_home" INTEGER,
    "cards_home_at_ms" INTEGER,
    "elapsed_ms" INTEGER,
    "log" BYTEA,

    CONSTRAINT "plays_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "plays_deal_id_fkey" FOREIGN KEY ("deal_id") REFERENCES "deals"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "plays_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "plays_race_id_fkey" FOREIGN KEY ("race_id") REFERENCES "races"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Also the index for "plays of a race".
CREATE UNIQUE INDEX "plays_race_id_user_id_key" ON "plays"("race_id", "user_id");
CREATE INDEX "plays_user_id_starts_at_idx" ON "plays"("user_id", "starts_at" DESC);
CREATE INDEX "plays_deal_id_idx" ON "plays"("deal_id");

-- No foreign key to plays: the statement that inserts entries locks the play's row itself (an entry counts only
-- while its play has not ended), so a key would look every row up and lock it a second time on the hottest path.
CREATE TABLE "entries" (
    "play_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "code" INTEGER NOT NULL,
    "elapsed_ms" INTEGER NOT NULL,

    CONSTRAINT "entries_pkey" PRIMARY KEY ("play_id", "number")
);
