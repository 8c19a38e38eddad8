ALTER TABLE "skus" ADD COLUMN "is_free" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- A price of 0 counts only where staff marked the sku as free. Null: there is no price, so the sku is not sold for it.
CREATE FUNCTION lowest_amount(is_free boolean, price bigint, special bigint, new_user bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN is_free THEN least(price, special, new_user)
    WHEN price > 0 THEN least(price, nullif(special, 0), nullif(new_user, 0)) END
$$;
--> statement-breakpoint
-- As before, without the prices that do not count.
CREATE OR REPLACE FUNCTION prices_of(ids integer[]) RETURNS TABLE (product_id integer, currency text, is_own boolean, is_twice boolean, skus bigint,
  low_amount bigint, high_amount bigint, new_user_low_amount bigint, new_user_high_amount bigint)
LANGUAGE sql STABLE ROWS 200 AS $$
  WITH its_skus AS MATERIALIZED (
    SELECT * FROM skus WHERE skus.product_id = ANY(ids) AND (skus.is_free OR skus.price_amount > 0)
  ), named AS (
    SELECT s.product_id, h.currency, h.currency = s.currency AS is_own, h.currency = s.currency AS is_twice,
      lowest_amount(s.is_free, h.price_amount, h.special_price_amount, NULL) AS amount,
      lowest_amount(s.is_free, h.price_amount, h.special_price_amount, h.new_user_price_amount) AS new_user_amount
    FROM its_skus s JOIN sku_prices h ON h.sku_id = s.id
    UNION ALL
    SELECT s.product_id, s.currency, true, false,
      lowest_amount(s.is_free, s.price_amount, s.special_price_amount, NULL),
      lowest_amount(s.is_free, s.price_amount, s.special_price_amount, s.new_user_price_amount)
    FROM its_skus s
    WHERE NOT EXISTS (SELECT FROM sku_prices h
      WHERE h.sku_id = s.id AND h.currency = s.currency AND (h.price_amount > 0 OR s.is_free))
  )
  SELECT n.product_id, n.currency, bool_or(n.is_own), bool_or(n.is_twice), count(*), min(amount), max(amount), min(new_user_amount), max(new_user_amount)
  FROM named n WHERE n.amount IS NOT NULL GROUP BY n.product_id, n.currency
$$;
--> statement-breakpoint
-- As before, without skus that have no price.
CREATE OR REPLACE FUNCTION listing_of(ids integer[]) RETURNS SETOF listed_products LANGUAGE sql STABLE ROWS 200 AS $$
  WITH its_skus AS MATERIALIZED (
    SELECT s.id, s.product_id, s.inventory > 0 AS is_in_stock, s.currency FROM skus s
    WHERE s.product_id = ANY(ids) AND (s.is_free OR s.price_amount > 0)
  ), its_options AS MATERIALIZED (
    SELECT s.id, s.product_id, o.name, o.value_name FROM its_skus s JOIN sku_options o ON o.sku_id = s.id
    WHERE o.name IN ('Size', 'Color')
  ), priced AS (
    SELECT * FROM prices_of(ids)
  ), sku_sums AS (
    SELECT s.product_id, count(*) AS skus, count(DISTINCT s.currency) > 1 AS is_mixed, bool_or(s.is_in_stock) AS is_in_stock
    FROM its_skus s GROUP BY s.product_id
  ), price_sums AS (
    SELECT product_id, min(skus) AS least_skus, bool_or(is_twice) AS is_twice,
      bool_or(low_amount <> high_amount OR new_user_low_amount <> new_user_high_amount) AS is_varied
    FROM priced GROUP BY product_id
  ), pairs AS (
    SELECT s.product_id, s.is_in_stock, size.value_name AS size, color.value_name AS color
    FROM its_skus s
    LEFT JOIN its_options size ON size.id = s.id AND size.name = 'Size'
    LEFT JOIN its_options color ON color.id = s.id AND color.name = 'Color'
  ), offered AS (
    SELECT p.product_id, array_agg(DISTINCT stock || one ORDER BY stock || one) AS offers
    FROM pairs p
    CROSS JOIN LATERAL (VALUES (''), (CASE WHEN p.is_in_stock THEN '+' END)) AS stocks (stock)
    CROSS JOIN LATERAL (VALUES ('size ' || p.size), ('color ' || p.color), ('size ' || p.size || E'\ncolor ' || p.color),
      (CASE WHEN stock = '+' THEN '' END)) AS ones (one)
    WHERE stock || one IS NOT NULL
    GROUP BY p.product_id
  ), option_values AS (
    SELECT product_id, array_agg(DISTINCT value_name ORDER BY value_name) FILTER (WHERE name = 'Size') AS sizes,
      array_agg(DISTINCT value_name ORDER BY value_name) FILTER (WHERE name = 'Color') AS colors
    FROM its_options GROUP BY product_id
  ), texts AS (
    -- A tsvector has at most a megabyte: the descriptions of all languages stay below it.
    SELECT product_id, string_agg(name, E'\n' ORDER BY language) AS names,
      left(string_agg(description, E'\n' ORDER BY language), 200000) AS descriptions
    FROM product_texts WHERE product_id = ANY(ids) GROUP BY product_id
  ), filed AS (
    SELECT product_id, array_agg(category_id ORDER BY category_id) AS category_ids
    FROM product_categories WHERE product_id = ANY(ids) GROUP BY product_id
  )
  SELECT p.id, p.status = 1 AND s.skus IS NOT NULL, p.created_at, coalesce(f.category_ids, '{}'),
    concat_ws(E'\n', p.name, t.names),
    CASE WHEN t.names IS NULL THEN p.search_vector
      ELSE p.search_vector || setweight(to_tsvector('english', t.names), 'A') || setweight(to_tsvector('english', t.descriptions), 'C') END,
    coalesce(v.sizes, '{}'), coalesce(v.colors, '{}'), coalesce(o.offers, '{}'),
    coalesce(s.is_mixed OR c.least_skus < s.skus OR c.is_twice OR c.is_varied, false),
    coalesce(s.is_mixed OR c.least_skus < s.skus OR c.is_twice, false)
  FROM products p
  LEFT JOIN sku_sums s ON s.product_id = p.id
  LEFT JOIN price_sums c ON c.product_id = p.id
  LEFT JOIN option_values v ON v.product_id = p.id
  LEFT JOIN offered o ON o.product_id = p.id
  LEFT JOIN texts t ON t.product_id = p.id
  LEFT JOIN filed f ON f.product_id = p.id
  WHERE p.id = ANY(ids)
$$;
--> statement-breakpoint
DROP TRIGGER tell_kept_row ON skus;
--> statement-breakpoint
CREATE TRIGGER tell_kept_row AFTER
  UPDATE OF id, sku, product_id, image, currency, price_amount, special_price_amount, new_user_price_amount, compare_at_amount, is_free, sort ON skus
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('skus', 'id');
--> statement-breakpoint
DROP TRIGGER tell_shown ON skus;
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER
  UPDATE OF id, sku, product_id, image, currency, price_amount, special_price_amount, new_user_price_amount, compare_at_amount, is_free, sort ON skus
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_card', 'product_id');
--> statement-breakpoint
DROP TRIGGER note_listing ON skus;
--> statement-breakpoint
CREATE TRIGGER note_listing AFTER UPDATE ON skus FOR EACH ROW
  WHEN ((OLD.inventory > 0) <> (NEW.inventory > 0)
    -- One by one: rows that are compared as a whole come back from a dump with other brackets.
    OR OLD.id IS DISTINCT FROM NEW.id
    OR OLD.product_id IS DISTINCT FROM NEW.product_id
    OR OLD.currency IS DISTINCT FROM NEW.currency
    OR OLD.price_amount IS DISTINCT FROM NEW.price_amount
    OR OLD.special_price_amount IS DISTINCT FROM NEW.special_price_amount
    OR OLD.new_user_price_amount IS DISTINCT FROM NEW.new_user_price_amount
    OR OLD.is_free IS DISTINCT FROM NEW.is_free)
  EXECUTE FUNCTION note_listing();
--> statement-breakpoint
-- A gift is given away with an order: that offer says already that it is free.
UPDATE skus SET is_free = true FROM products
  WHERE products.id = skus.product_id AND products.sale_type_name = 'zero_buy' AND skus.price_amount = 0;
--> statement-breakpoint
-- Prices that were entered in another currency only left a 0 in the shop's own. The first of the others becomes the sku's own price.
WITH entered AS (
  SELECT DISTINCT ON (h.sku_id) h.* FROM skus s JOIN sku_prices h ON h.sku_id = s.id
  WHERE s.price_amount = 0 AND NOT s.is_free AND h.price_amount > 0
  ORDER BY h.sku_id, h.currency
), moved AS (
  UPDATE skus s SET currency = e.currency, price_amount = e.price_amount, special_price_amount = e.special_price_amount,
    new_user_price_amount = e.new_user_price_amount, compare_at_amount = e.compare_at_amount
  FROM entered e WHERE s.id = e.sku_id RETURNING s.id, s.currency
)
DELETE FROM sku_prices h USING moved m WHERE h.sku_id = m.id AND h.currency = m.currency;
--> statement-breakpoint
SET CONSTRAINTS write_noted_listings IMMEDIATE;
--> statement-breakpoint
SELECT write_listings(ARRAY(
  SELECT product_id FROM skus WHERE price_amount = 0 OR special_price_amount = 0 OR new_user_price_amount = 0
  UNION SELECT s.product_id FROM skus s JOIN sku_prices h ON h.sku_id = s.id
  WHERE h.price_amount = 0 OR h.special_price_amount = 0 OR h.new_user_price_amount = 0));
--> statement-breakpoint
SET CONSTRAINTS write_noted_listings DEFERRED;
