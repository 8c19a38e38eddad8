CREATE TABLE "coupon_texts" (
	"coupon_id" integer NOT NULL,
	"language" text NOT NULL,
	"use_condition_txt" text DEFAULT '' NOT NULL,
	"object" text DEFAULT '' NOT NULL,
	"link_name" text DEFAULT '' NOT NULL,
	CONSTRAINT "coupon_texts_coupon_id_language_pk" PRIMARY KEY("coupon_id","language")
);
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "is_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_texts" ADD CONSTRAINT "coupon_texts_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_texts_language_idx" ON "coupon_texts" USING btree ("language");--> statement-breakpoint
CREATE INDEX "coupon_claims_used_idx" ON "coupon_claims" USING btree ("coupon_id","used_at") WHERE used_at is not null;--> statement-breakpoint
CREATE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON coupon_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
--> statement-breakpoint
-- Pausing shows like everything else that staff change of a coupon.
DROP TRIGGER tell_kept_table ON coupons;
--> statement-breakpoint
CREATE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR TRUNCATE OR
  UPDATE OF id, code, coupon_type, discount_amount, discount_percent, maximum_amount, currency, minimum_amount, conditions, use_condition_txt,
    object, jump_url, link_name, starts_at, ends_at, valid_days, stock_total, is_active, is_paused ON coupons
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
