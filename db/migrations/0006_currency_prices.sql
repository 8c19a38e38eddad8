ALTER TABLE "skus" ALTER COLUMN "currency" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "coupons" ALTER COLUMN "currency" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "shipping_methods" ALTER COLUMN "currency" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "currencies" ADD COLUMN "price_rule" text DEFAULT 'converted' NOT NULL;--> statement-breakpoint
ALTER TABLE "currencies" ADD COLUMN "price_ending" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "currencies" ADD COLUMN "price_adjustment" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "currencies" ADD CONSTRAINT "currencies_price_rule_check" CHECK (price_rule in ('converted', 'own'));--> statement-breakpoint
ALTER TABLE "currencies" ADD CONSTRAINT "currencies_price_ending_check" CHECK (price_ending in ('none', '99', '95', 'whole', '9'));--> statement-breakpoint
ALTER TABLE "currencies" ADD CONSTRAINT "currencies_price_adjustment_check" CHECK (price_adjustment between -50000 and 200000);