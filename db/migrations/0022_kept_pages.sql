-- Pages that are the same for every guest are kept rendered. What they show tells of its changes too: `product_card` where lists show
-- it, `product_page` where only the product's own page does, with the id of the product; anything else by the name of its table.
CREATE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_card', 'id');
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON product_categories
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_card', 'product_id');
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON product_images
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_card', 'product_id');
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER INSERT OR DELETE OR
  UPDATE OF id, sku, product_id, image, currency, price_amount, special_price_amount, new_user_price_amount, compare_at_amount, sort ON skus
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_card', 'product_id');
--> statement-breakpoint
-- Lists tell only whether something is left; how much of it is said on the product's own page.
CREATE TRIGGER tell_stock AFTER UPDATE OF inventory ON skus FOR EACH ROW
  WHEN (OLD.inventory <> NEW.inventory AND (OLD.inventory > 0) = (NEW.inventory > 0))
  EXECUTE FUNCTION tell_kept_row('product_page', 'product_id');
--> statement-breakpoint
CREATE TRIGGER tell_sold_out AFTER UPDATE OF inventory ON skus FOR EACH ROW
  WHEN ((OLD.inventory > 0) <> (NEW.inventory > 0))
  EXECUTE FUNCTION tell_kept_row('product_card', 'product_id');
--> statement-breakpoint
-- For parts of a sku or a review: which table has the product, in which column the part names its row, and what is told. Of a row that is
-- deleted together with its parts, its own trigger tells.
CREATE FUNCTION tell_shown_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  FOR changed IN EXECUTE format('SELECT DISTINCT product_id::text FROM %I WHERE id IN (%L, %L)',
    TG_ARGV[0], to_jsonb(OLD) ->> TG_ARGV[1], to_jsonb(NEW) ->> TG_ARGV[1]) LOOP
    PERFORM pg_notify('harbor_live',
      json_build_object('topic', 'kept', 'data', json_build_object('table', TG_ARGV[2], 'id', changed))::text);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON sku_options
  FOR EACH ROW EXECUTE FUNCTION tell_shown_part('skus', 'sku_id', 'product_card');
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON sku_prices
  FOR EACH ROW EXECUTE FUNCTION tell_shown_part('skus', 'sku_id', 'product_card');
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_page', 'product_id');
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON review_images
  FOR EACH ROW EXECUTE FUNCTION tell_shown_part('reviews', 'review_id', 'product_page');
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON review_label_links
  FOR EACH ROW EXECUTE FUNCTION tell_shown_part('reviews', 'review_id', 'product_page');
--> statement-breakpoint
-- Every claim counts up `stock_claimed`; it shows only when the last one is taken.
CREATE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR TRUNCATE OR
  UPDATE OF id, code, coupon_type, discount_amount, discount_percent, maximum_amount, currency, minimum_amount, conditions, use_condition_txt,
    object, jump_url, link_name, starts_at, ends_at, valid_days, stock_total, is_active ON coupons
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
--> statement-breakpoint
CREATE TRIGGER tell_taken AFTER UPDATE OF stock_claimed ON coupons FOR EACH ROW
  WHEN ((OLD.stock_claimed < OLD.stock_total) IS DISTINCT FROM (NEW.stock_claimed < NEW.stock_total))
  EXECUTE FUNCTION tell_kept_row('coupons', 'id');
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['coupon_links', 'product_tests', 'shipping_methods'] LOOP
    EXECUTE format('CREATE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table()', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['product_images', 'sku_prices', 'reviews', 'review_images', 'review_label_links'] LOOP
    EXECUTE format('CREATE TRIGGER tell_kept_table AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table()', name);
  END LOOP;
END $$;
