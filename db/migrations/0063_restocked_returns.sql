ALTER TABLE "return_items" ADD COLUMN "restocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "not_restocked_reason" text DEFAULT '' NOT NULL;