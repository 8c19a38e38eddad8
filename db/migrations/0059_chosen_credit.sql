ALTER TABLE "refunds" ADD COLUMN "credit_bonus_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "credit_bonus_percent" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_credit_bonus_check" CHECK (credit_bonus_percent between 0 and 100);--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_credit_bonus_check" CHECK (credit_bonus_percent between 0 and 100);