CREATE TABLE "listed_prices" (
	"product_id" integer NOT NULL,
	"currency" text NOT NULL,
	"is_own" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"low_amount" bigint NOT NULL,
	"high_amount" bigint NOT NULL,
	"new_user_low_amount" bigint NOT NULL,
	"new_user_high_amount" bigint NOT NULL,
	CONSTRAINT "listed_prices_product_id_currency_pk" PRIMARY KEY("product_id","currency")
);
--> statement-breakpoint
CREATE TABLE "listed_products" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"is_listed" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"category_ids" integer[] NOT NULL,
	"names" text NOT NULL,
	"search_vector" "tsvector" NOT NULL,
	"sizes" text[] NOT NULL,
	"colors" text[] NOT NULL,
	"offers" text[] NOT NULL,
	"is_varied" boolean NOT NULL,
	"is_mixed" boolean NOT NULL
);
--> statement-breakpoint
-- Nothing in it outlives its transaction.
CREATE UNLOGGED TABLE "listing_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "listing_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"product_ids" integer[] NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_search_vector_idx";--> statement-breakpoint
DROP INDEX "products_name_trigram_idx";--> statement-breakpoint
ALTER TABLE "listed_prices" ADD CONSTRAINT "listed_prices_product_id_listed_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."listed_products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_products" ADD CONSTRAINT "listed_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listed_prices_low_idx" ON "listed_prices" USING btree ("currency","low_amount","created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listed_prices_high_idx" ON "listed_prices" USING btree ("currency","low_amount" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listed_prices_new_user_low_idx" ON "listed_prices" USING btree ("currency","new_user_low_amount","created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listed_prices_new_user_high_idx" ON "listed_prices" USING btree ("currency","new_user_low_amount" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listed_products_new_idx" ON "listed_products" USING btree ("created_at","product_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "listed_products_categories_idx" ON "listed_products" USING gin ("category_ids");--> statement-breakpoint
CREATE INDEX "listed_products_offers_idx" ON "listed_products" USING gin ("offers");--> statement-breakpoint
CREATE INDEX "listed_products_search_idx" ON "listed_products" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "listed_products_names_idx" ON "listed_products" USING gin ("names" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "listed_products_varied_idx" ON "listed_products" USING btree ("product_id") WHERE is_varied;--> statement-breakpoint
CREATE INDEX "listing_changes_transaction_idx" ON "listing_changes" USING btree ("transaction");--> statement-breakpoint
CREATE INDEX "skus_inventory_idx" ON "skus" USING btree ("inventory","id");--> statement-breakpoint
-- Every price that is named for a sku, in its own currency or by hand, gathered by product and currency. One by hand in its own currency
-- counts there, but others are still converted from the sku's own: then it is named twice.
CREATE FUNCTION prices_of(ids integer[]) RETURNS TABLE (product_id integer, currency text, is_own boolean, is_twice boolean, skus bigint,
  low_amount bigint, high_amount bigint, new_user_low_amount bigint, new_user_high_amount bigint)
LANGUAGE sql STABLE ROWS 200 AS $$
  WITH its_skus AS MATERIALIZED (SELECT * FROM skus WHERE skus.product_id = ANY(ids)), named AS (
    SELECT s.product_id, h.currency, h.currency = s.currency AS is_own, h.currency = s.currency AS is_twice,
      least(h.price_amount, h.special_price_amount) AS amount,
      least(h.price_amount, h.special_price_amount, h.new_user_price_amount) AS new_user_amount
    FROM its_skus s JOIN sku_prices h ON h.sku_id = s.id
    UNION ALL
    SELECT s.product_id, s.currency, true, false,
      least(s.price_amount, s.special_price_amount),
      least(s.price_amount, s.special_price_amount, s.new_user_price_amount)
    FROM its_skus s
    WHERE NOT EXISTS (SELECT FROM sku_prices h WHERE h.sku_id = s.id AND h.currency = s.currency)
  )
  SELECT n.product_id, n.currency, bool_or(n.is_own), bool_or(n.is_twice), count(*), min(amount), max(amount), min(new_user_amount), max(new_user_amount)
  FROM named n GROUP BY n.product_id, n.currency
$$;
--> statement-breakpoint
-- What belongs into `listed_products`. An offer is spelled as `toOffer` of product-list.service.ts does it.
CREATE FUNCTION listing_of(ids integer[]) RETURNS SETOF listed_products LANGUAGE sql STABLE ROWS 200 AS $$
  WITH its_skus AS MATERIALIZED (
    SELECT id, product_id, inventory > 0 AS is_in_stock, currency FROM skus WHERE product_id = ANY(ids)
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
-- What belongs into `listed_prices`: nothing of products that are not listed, or that have to be converted sku by sku.
CREATE FUNCTION listed_prices_of(ids integer[]) RETURNS SETOF listed_prices LANGUAGE sql STABLE ROWS 200 AS $$
  SELECT c.product_id, c.currency, c.is_own, l.created_at, c.low_amount, c.high_amount, c.new_user_low_amount, c.new_user_high_amount
  FROM prices_of(ids) c JOIN listed_products l ON l.product_id = c.product_id
  WHERE l.is_listed AND NOT l.is_mixed
$$;
--> statement-breakpoint
-- Writes the listings of some products anew. Their rows are locked before anything is read, so of two transactions that end at once the
-- second sees what the first wrote; a product that has no row yet is known to nobody else.
CREATE FUNCTION write_listings(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
-- When a transaction ends, everything it noted is written in one go; the notes after the first find nothing left to do.
CREATE FUNCTION write_noted_listings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
BEGIN
  WITH noted AS (DELETE FROM listing_changes WHERE transaction = pg_current_xact_id() RETURNING product_ids)
  SELECT array_agg(DISTINCT id) INTO ids FROM noted, unnest(product_ids) AS id;
  IF ids IS NOT NULL THEN PERFORM write_listings(ids); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER write_noted_listings AFTER INSERT ON listing_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_noted_listings();
--> statement-breakpoint
-- From here on changes are told and noted once for a statement instead of once for a row: two thirds of an import were such calls.
-- A statement's rows are in `added`, `gone` or, after an update, both.
CREATE FUNCTION changed_rows(operation text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE operation WHEN 'INSERT' THEN 'TABLE added' WHEN 'DELETE' THEN 'TABLE gone' ELSE 'TABLE added UNION ALL TABLE gone' END
$$;
--> statement-breakpoint
-- As tell_kept_row: what is told, and the column that has its id.
CREATE FUNCTION tell_kept_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT pg_notify(''harbor_live'',
      json_build_object(''topic'', ''kept'', ''data'', json_build_object(''table'', $1, ''id'', id::text))::text)
    FROM (SELECT DISTINCT %I AS id FROM (%s) changed) ids', TG_ARGV[1], changed_rows(TG_OP)) USING TG_ARGV[0];
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The product of the changed rows, by the named column: their product, or their sku, whose product it is. What is told has its name last.
-- Of a sku that is deleted together with its parts, its own trigger tells.
CREATE FUNCTION tell_shown_rows() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
DO $$
DECLARE
  told record;
BEGIN
  FOR told IN SELECT * FROM (VALUES
    ('products', 'products', 'id', 'id'), ('product_categories', 'products', 'product_id', 'product_id'),
    ('product_images', NULL, NULL, 'product_id'), ('product_texts', NULL, NULL, 'product_id'),
    ('skus', 'skus', 'id', 'product_id'), ('sku_options', 'skus', 'sku_id', 'sku_id'), ('sku_prices', NULL, NULL, 'sku_id')
  ) AS tables (name, kept, kept_id, shown_id) LOOP
    IF told.name <> 'skus' THEN EXECUTE format('DROP TRIGGER tell_shown ON %I', told.name); END IF;
    IF told.kept IS NOT NULL AND told.name <> 'skus' THEN EXECUTE format('DROP TRIGGER tell_kept_row ON %I', told.name); END IF;
    EXECUTE format('CREATE TRIGGER tell_shown_added AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows(%L)', told.name, told.shown_id);
    EXECUTE format('CREATE TRIGGER tell_shown_gone AFTER DELETE ON %I REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows(%L)', told.name, told.shown_id);
    IF told.name <> 'skus' THEN
      EXECUTE format('CREATE TRIGGER tell_shown_changed AFTER UPDATE ON %I REFERENCING NEW TABLE AS added OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION tell_shown_rows(%L)', told.name, told.shown_id);
    END IF;
    CONTINUE WHEN told.kept IS NULL;
    EXECUTE format('CREATE TRIGGER tell_kept_added AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows(%L, %L)', told.name, told.kept, told.kept_id);
    EXECUTE format('CREATE TRIGGER tell_kept_gone AFTER DELETE ON %I REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows(%L, %L)', told.name, told.kept, told.kept_id);
    CONTINUE WHEN told.name = 'skus';
    EXECUTE format('CREATE TRIGGER tell_kept_changed AFTER UPDATE ON %I REFERENCING NEW TABLE AS added OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_rows(%L, %L)', told.name, told.kept, told.kept_id);
  END LOOP;
END $$;
--> statement-breakpoint
-- Skus change with every order, and then hardly anything is told: their updates go on row by row, by what has changed.
DROP TRIGGER tell_kept_row ON skus;
--> statement-breakpoint
CREATE TRIGGER tell_kept_row AFTER
  UPDATE OF id, sku, product_id, image, currency, price_amount, special_price_amount, new_user_price_amount, compare_at_amount, sort ON skus
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('skus', 'id');
--> statement-breakpoint
DROP TRIGGER tell_shown ON skus;
--> statement-breakpoint
CREATE TRIGGER tell_shown AFTER
  UPDATE OF id, sku, product_id, image, currency, price_amount, special_price_amount, new_user_price_amount, compare_at_amount, sort ON skus
  FOR EACH ROW EXECUTE FUNCTION tell_kept_row('product_card', 'product_id');
--> statement-breakpoint
CREATE FUNCTION note_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_changes (product_ids) VALUES (ARRAY[OLD.product_id, NEW.product_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_listing AFTER UPDATE ON skus FOR EACH ROW
  WHEN ((OLD.inventory > 0) <> (NEW.inventory > 0)
    -- One by one: rows that are compared as a whole come back from a dump with other brackets.
    OR OLD.id IS DISTINCT FROM NEW.id
    OR OLD.product_id IS DISTINCT FROM NEW.product_id
    OR OLD.currency IS DISTINCT FROM NEW.currency
    OR OLD.price_amount IS DISTINCT FROM NEW.price_amount
    OR OLD.special_price_amount IS DISTINCT FROM NEW.special_price_amount
    OR OLD.new_user_price_amount IS DISTINCT FROM NEW.new_user_price_amount)
  EXECUTE FUNCTION note_listing();
--> statement-breakpoint
SELECT write_listings(ARRAY(SELECT id FROM products));
--> statement-breakpoint
ANALYZE listed_products, listed_prices;
