-- Every instance caches rarely changed data in memory. The triggers below announce each change to all instances, in the
-- transaction of the change. Changes by SQL typed by hand are announced too.

-- Announces that a table has changed.
CREATE OR REPLACE FUNCTION tell_kept_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('harbor_live', json_build_object('topic', 'kept', 'data', json_build_object('table', TG_TABLE_NAME))::text);
  RETURN NULL;
END $$;

-- Announces which row has changed, for large tables. Arguments: the announced name, and the column with the id.
CREATE OR REPLACE FUNCTION tell_kept_row() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Announces the product that a changed row belongs to. Arguments: the table with the `product_id`, the column that
-- refers to that table, and the announced name. If the referenced row is deleted too, its own trigger announces the
-- product.
CREATE OR REPLACE FUNCTION tell_shown_part() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Returns a query for the changed rows of a statement: the transition table `added`, `gone`, or both after an update.
CREATE OR REPLACE FUNCTION changed_rows(operation text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE operation WHEN 'INSERT' THEN 'TABLE added' WHEN 'DELETE' THEN 'TABLE gone' ELSE 'TABLE added UNION ALL TABLE gone' END
$$;

-- Announces each changed row of a statement once. The arguments are the same as for tell_kept_row().
CREATE OR REPLACE FUNCTION tell_kept_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT pg_notify(''harbor_live'',
      json_build_object(''topic'', ''kept'', ''data'', json_build_object(''table'', $1, ''id'', id::text))::text)
    FROM (SELECT DISTINCT %I AS id FROM (%s) changed) ids', TG_ARGV[1], changed_rows(TG_OP)) USING TG_ARGV[0];
  RETURN NULL;
END $$;

-- Announces the products of the changed rows, and notes the products so that their listings are updated. Argument: the
-- column with the product id or the SKU id. If the SKU is deleted too, its own trigger announces the product.
CREATE OR REPLACE FUNCTION tell_shown_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
BEGIN
  IF TG_ARGV[0] = 'sku_id' THEN
    EXECUTE format('SELECT array_agg(DISTINCT s.product_id) FROM (%s) changed JOIN skus s ON s.id = changed.sku_id', changed_rows(TG_OP)) INTO ids;
  ELSE
    EXECUTE format('SELECT array_agg(DISTINCT %I) FROM (%s) changed', TG_ARGV[0], changed_rows(TG_OP)) INTO ids;
  END IF;
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_notify('harbor_live',
      json_build_object('topic', 'kept', 'data', json_build_object('table', 'product_card', 'id', id::text))::text)
    FROM unnest(ids) AS id;
  IF TG_TABLE_NAME <> 'product_images' THEN
    INSERT INTO listing_changes (product_ids) VALUES (ids);
  END IF;
  RETURN NULL;
END $$;

-- Announces a changed stock and the product of the SKU. Lists show sold-out products, so a product that becomes
-- available or sold out is announced as `product_card`. Other changes are announced as `product_page`.
CREATE OR REPLACE FUNCTION tell_stock_left() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown CONSTANT text := CASE WHEN (OLD.inventory > 0) = (NEW.inventory > 0) THEN 'product_page' ELSE 'product_card' END;
BEGIN
  PERFORM pg_notify('harbor_live', format('{"topic":"kept","data":{"table":"stock","id":"%s"}}', NEW.id));
  PERFORM pg_notify('harbor_live', format('{"topic":"kept","data":{"table":"%s","id":"%s"}}', shown, NEW.product_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON advert_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON adverts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON blog_posts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON content_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON coupon_links
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON coupon_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON coupon_widgets
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR TRUNCATE OR
  UPDATE OF id, code, coupon_type, discount_amount, discount_percent, maximum_amount, currency, minimum_amount, conditions, use_condition_txt,
    object, jump_url, link_name, starts_at, ends_at, valid_days, stock_total, is_active, is_paused ON coupons
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_taken AFTER UPDATE OF stock_claimed ON coupons FOR EACH ROW
  WHEN ((OLD.stock_claimed < OLD.stock_total) IS DISTINCT FROM (NEW.stock_claimed < NEW.stock_total))
  EXECUTE FUNCTION tell_kept_row('coupons', 'id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON currencies
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON currency_rates
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON information_pages
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON languages
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON market_countries
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON markets
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON navigation_items
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON problem_types
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_added AFTER INSERT ON product_categories
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('products', 'product_id');

CREATE OR REPLACE TRIGGER tell_kept_changed AFTER UPDATE ON product_categories
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('products', 'product_id');

CREATE OR REPLACE TRIGGER tell_kept_gone AFTER DELETE ON product_categories
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('products', 'product_id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON product_categories
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown_added AFTER INSERT ON product_categories
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_shown_changed AFTER UPDATE ON product_categories
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_shown_gone AFTER DELETE ON product_categories
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON product_images
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown_added AFTER INSERT ON product_images
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_shown_changed AFTER UPDATE ON product_images
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_shown_gone AFTER DELETE ON product_images
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON product_tests
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON product_texts FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_written AFTER INSERT OR UPDATE OR DELETE ON product_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown_added AFTER INSERT ON product_texts
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_shown_changed AFTER UPDATE ON product_texts
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_shown_gone AFTER DELETE ON product_texts
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_kept_added AFTER INSERT ON products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('products', 'id');

CREATE OR REPLACE TRIGGER tell_kept_changed AFTER UPDATE ON products
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('products', 'id');

CREATE OR REPLACE TRIGGER tell_kept_gone AFTER DELETE ON products
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('products', 'id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown_added AFTER INSERT ON products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('id');

CREATE OR REPLACE TRIGGER tell_shown_changed AFTER UPDATE ON products
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('id');

CREATE OR REPLACE TRIGGER tell_shown_gone AFTER DELETE ON products
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON return_reasons
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON review_images
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON review_images
  FOR EACH ROW EXECUTE FUNCTION tell_shown_part('reviews', 'review_id', 'product_page');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON review_label_links
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON review_label_links
  FOR EACH ROW EXECUTE FUNCTION tell_shown_part('reviews', 'review_id', 'product_page');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON review_labels
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_page', 'product_id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON shipping_bands
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON shipping_methods
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON shoe_sizes
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_added AFTER INSERT ON sku_options
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('skus', 'sku_id');

CREATE OR REPLACE TRIGGER tell_kept_changed AFTER UPDATE ON sku_options
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('skus', 'sku_id');

CREATE OR REPLACE TRIGGER tell_kept_gone AFTER DELETE ON sku_options
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('skus', 'sku_id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON sku_options
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown_added AFTER INSERT ON sku_options
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('sku_id');

CREATE OR REPLACE TRIGGER tell_shown_changed AFTER UPDATE ON sku_options
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('sku_id');

CREATE OR REPLACE TRIGGER tell_shown_gone AFTER DELETE ON sku_options
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('sku_id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON sku_prices
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown_added AFTER INSERT ON sku_prices
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('sku_id');

CREATE OR REPLACE TRIGGER tell_shown_changed AFTER UPDATE ON sku_prices
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('sku_id');

CREATE OR REPLACE TRIGGER tell_shown_gone AFTER DELETE ON sku_prices
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('sku_id');

CREATE OR REPLACE TRIGGER tell_kept_added AFTER INSERT ON skus
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('skus', 'id');

CREATE OR REPLACE TRIGGER tell_kept_gone AFTER DELETE ON skus
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows('skus', 'id');

CREATE OR REPLACE TRIGGER tell_kept_row AFTER
  UPDATE OF id, sku, product_id, image, currency, price_amount, special_price_amount, new_user_price_amount, compare_at_amount, is_free, sort ON skus
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('skus', 'id');

CREATE OR REPLACE TRIGGER tell_kept_table AFTER TRUNCATE ON skus
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_shown AFTER
  UPDATE OF id, sku, product_id, image, currency, price_amount, special_price_amount, new_user_price_amount, compare_at_amount, is_free, sort ON skus
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_card', 'product_id');

CREATE OR REPLACE TRIGGER tell_shown_added AFTER INSERT ON skus
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_shown_gone AFTER DELETE ON skus
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows('product_id');

CREATE OR REPLACE TRIGGER tell_stock AFTER UPDATE OF inventory ON skus FOR EACH ROW
  WHEN (OLD.inventory <> NEW.inventory) EXECUTE FUNCTION tell_stock_left();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON tax_rates
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();

CREATE OR REPLACE TRIGGER tell_kept_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON tax_registrations
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
