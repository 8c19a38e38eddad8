CREATE TABLE "claim_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "claim_links_email_check" CHECK (email = lower(email))
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"token_hash" text NOT NULL,
	"customer_id" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_token_hash_customer_id_pk" PRIMARY KEY("token_hash","customer_id")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "coupon_claims_guest_key";--> statement-breakpoint
ALTER TABLE "coupon_claims" ADD COLUMN "holder" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "offer_declined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_confirmation_tokens" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_proved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "sessions" SET "is_proved" = true FROM "customers" WHERE "customers"."id" = "sessions"."customer_id" AND "customers"."email_confirmed_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "rate_limits" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_links_email_idx" ON "claim_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "claim_links_expires_at_idx" ON "claim_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_devices_customer_id_idx" ON "known_devices" USING btree ("customer_id","used_at");--> statement-breakpoint
CREATE INDEX "known_devices_expires_at_idx" ON "known_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "coupon_claims_holder_idx" ON "coupon_claims" USING btree ("holder") WHERE customer_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_claims_guest_key" ON "coupon_claims" USING btree ("coupon_id","email",coalesce("holder", '')) WHERE customer_id is null;