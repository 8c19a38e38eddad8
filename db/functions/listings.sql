-- Listings contain the product data that lists, filters and search need. Each transaction that changes a product
-- updates its listing at the end.

-- Returns the lowest price of a SKU. A price of 0 counts only if staff marked the SKU as free. Null means that the SKU
-- has no price and cannot be sold.
CREATE OR REPLACE FUNCTION lowest_amount(is_free boolean, price bigint, special bigint, new_user bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN is_free THEN least(price, special, new_user)
    WHEN price > 0 THEN least(price, nullif(special, 0), nullif(new_user, 0)) END
$$;

-- Returns the lowest and highest price of each product in every currency in which a price was entered.
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

-- Computes the rows of `listed_products` for these products. SKUs without a price are left out.
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
    -- A tsvector is limited to one megabyte. The descriptions of all languages together stay below this limit.
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

-- Computes the rows of `listed_prices` for these products. Unlisted products, and products that are converted SKU by
-- SKU, have no rows.
CREATE OR REPLACE FUNCTION listed_prices_of(ids integer[]) RETURNS SETOF listed_prices LANGUAGE sql STABLE ROWS 200 AS $$
  SELECT c.product_id, c.currency, c.is_own, l.created_at, c.low_amount, c.high_amount, c.new_user_low_amount, c.new_user_high_amount
  FROM prices_of(ids) c JOIN listed_products l ON l.product_id = c.product_id
  WHERE l.is_listed AND NOT l.is_mixed
$$;

-- Rewrites the listings of these products. Locks the rows before reading any data, so that the second of two
-- transactions sees the changes of the first.
CREATE OR REPLACE FUNCTION write_listings(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listed_products WHERE product_id = ANY(ids) ORDER BY product_id FOR UPDATE;
  INSERT INTO listed_products AS kept SELECT * FROM listing_of(ids)
    ON CONFLICT (product_id) DO UPDATE SET is_listed = excluded.is_listed, created_at = excluded.created_at,
      category_ids = excluded.category_ids, names = excluded.names, search_vector = excluded.search_vector, sizes = excluded.sizes,
      colors = excluded.colors, offers = excluded.offers, is_varied = excluded.is_varied, is_mixed = excluded.is_mixed
    WHERE kept IS DISTINCT FROM excluded;
  DELETE FROM listed_prices kept WHERE product_id = ANY(ids)
    AND NOT EXISTS (SELECT FROM listed_prices_of(ids) truth WHERE truth.product_id = kept.product_id AND truth.currency = kept.currency);
  INSERT INTO listed_prices AS kept SELECT * FROM listed_prices_of(ids)
    ON CONFLICT (product_id, currency) DO UPDATE SET is_own = excluded.is_own, created_at = excluded.created_at,
      low_amount = excluded.low_amount, high_amount = excluded.high_amount,
      new_user_low_amount = excluded.new_user_low_amount, new_user_high_amount = excluded.new_user_high_amount
    WHERE kept IS DISTINCT FROM excluded;
END $$;

-- Writes all listings that the transaction noted. The trigger of the first note writes the listings of all notes.
CREATE OR REPLACE FUNCTION write_noted_listings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
BEGIN
  WITH noted AS (DELETE FROM listing_changes WHERE transaction = pg_current_xact_id() RETURNING product_ids)
  SELECT array_agg(DISTINCT id) INTO ids FROM noted, unnest(product_ids) AS id;
  IF ids IS NOT NULL THEN PERFORM write_listings(ids); END IF;
  RETURN NULL;
END $$;

-- Notes the products of a changed SKU.
CREATE OR REPLACE FUNCTION note_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_changes (product_ids) VALUES (ARRAY[OLD.product_id, NEW.product_id]);
  RETURN NULL;
END $$;

-- Marks a product as published once it is on sale for the first time, regardless of how its status is written.
CREATE OR REPLACE FUNCTION keep_was_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.was_published := NEW.was_published OR NEW.status = 1 OR (TG_OP = 'UPDATE' AND OLD.was_published);
  RETURN NEW;
END $$;

DROP TRIGGER IF EXISTS write_noted_listings ON listing_changes;
CREATE CONSTRAINT TRIGGER write_noted_listings AFTER INSERT ON listing_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_noted_listings();

CREATE OR REPLACE TRIGGER keep_was_published BEFORE INSERT OR UPDATE OF status, was_published ON products
  FOR EACH ROW EXECUTE FUNCTION keep_was_published();

CREATE OR REPLACE TRIGGER note_listing AFTER UPDATE ON skus FOR EACH ROW
  WHEN ((OLD.inventory > 0) <> (NEW.inventory > 0)
    -- Compared column by column, because a dump would restore a comparison of whole rows with different parentheses.
    OR OLD.id IS DISTINCT FROM NEW.id
    OR OLD.product_id IS DISTINCT FROM NEW.product_id
    OR OLD.currency IS DISTINCT FROM NEW.currency
    OR OLD.price_amount IS DISTINCT FROM NEW.price_amount
    OR OLD.special_price_amount IS DISTINCT FROM NEW.special_price_amount
    OR OLD.new_user_price_amount IS DISTINCT FROM NEW.new_user_price_amount
    OR OLD.is_free IS DISTINCT FROM NEW.is_free)
  EXECUTE FUNCTION note_listing();
