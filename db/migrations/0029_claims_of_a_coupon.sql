CREATE INDEX "coupon_claims_coupon_id_idx" ON "coupon_claims" USING btree ("coupon_id","claimed_at","id");--> statement-breakpoint
-- A product's texts in other languages stand on the same pages as itself.
CREATE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON product_texts
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_card', 'product_id');
--> statement-breakpoint
CREATE TRIGGER tell_kept_table AFTER TRUNCATE ON product_texts FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
