CREATE TABLE "setbacks" (
	"timer" text NOT NULL,
	"row_id" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"last_error" text NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	CONSTRAINT "setbacks_timer_row_id_pk" PRIMARY KEY("timer","row_id")
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "asked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_ask_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "claim_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "parked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "mails_created_at_idx" ON "mails" USING btree ("created_at");