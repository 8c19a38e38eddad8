-- Adverts are looked up for nearly every page, and change when staff change them.
CREATE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON adverts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
--> statement-breakpoint
CREATE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON advert_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
--> statement-breakpoint
CREATE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON coupon_widgets
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
