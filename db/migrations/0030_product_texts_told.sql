CREATE INDEX "product_texts_language_idx" ON "product_texts" USING btree ("language");--> statement-breakpoint
-- A product's texts tell also that there are any, so that shops without them look for none.
CREATE TRIGGER tell_kept_written AFTER INSERT OR UPDATE OR DELETE ON product_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
