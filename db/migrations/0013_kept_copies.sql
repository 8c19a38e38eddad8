-- Every instance keeps copies in memory of what changes rarely and is read with every request. Whoever changes it tells all of them, in the
-- same transaction, whether they use the shop's own commands or SQL by hand.
CREATE FUNCTION tell_kept_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('harbor_live', json_build_object('topic', 'kept', 'data', json_build_object('table', TG_TABLE_NAME))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- For large tables: which row of which table, found in the named column of the row that changed.
CREATE FUNCTION tell_kept_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  FOREACH changed IN ARRAY ARRAY[to_jsonb(OLD) ->> TG_ARGV[1], to_jsonb(NEW) ->> TG_ARGV[1]] LOOP
    CONTINUE WHEN changed IS NULL;
    PERFORM pg_notify('harbor_live',
      json_build_object('topic', 'kept', 'data', json_build_object('table', TG_ARGV[0], 'id', changed))::text);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['settings', 'languages', 'currencies', 'currency_rates', 'categories', 'shoe_sizes', 'navigation_items',
    'information_pages', 'blog_posts', 'problem_types', 'return_reasons', 'review_labels'] LOOP
    EXECUTE format('CREATE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table()', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['products', 'product_categories', 'skus', 'sku_options'] LOOP
    EXECUTE format('CREATE TRIGGER tell_kept_table AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table()', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_kept_row AFTER INSERT OR UPDATE OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION tell_kept_row('products', 'id');
--> statement-breakpoint
CREATE TRIGGER tell_kept_row AFTER INSERT OR UPDATE OR DELETE ON product_categories
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('products', 'product_id');
--> statement-breakpoint
-- What is left in stock changes with every order and is never kept.
CREATE TRIGGER tell_kept_row AFTER INSERT OR DELETE OR
  UPDATE OF id, sku, product_id, image, currency, price_amount, special_price_amount, new_user_price_amount, compare_at_amount, sort ON skus
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('skus', 'id');
--> statement-breakpoint
CREATE TRIGGER tell_kept_row AFTER INSERT OR UPDATE OR DELETE ON sku_options
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('skus', 'sku_id');
