CREATE TABLE "customer_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"body" text NOT NULL,
	"author_id" text NOT NULL,
	"author" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "customer_notes_body_check" CHECK (char_length(body) between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "customer_spending" (
	"customer_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "customer_spending_customer_id_currency_pk" PRIMARY KEY("customer_id","currency")
);
--> statement-breakpoint
CREATE TABLE "customer_totals" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"returns" integer DEFAULT 0 NOT NULL,
	"delivered_items" integer DEFAULT 0 NOT NULL,
	"returned_items" integer DEFAULT 0 NOT NULL,
	"return_percent" integer GENERATED ALWAYS AS (case when delivered_items <= 0 then 0 else (returned_items * 100 + delivered_items / 2) / delivered_items end) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_spending" ADD CONSTRAINT "customer_spending_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_totals" ADD CONSTRAINT "customer_totals_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notes_customer_id_idx" ON "customer_notes" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "customer_notes_removed_at_idx" ON "customer_notes" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "customer_spending_amount_idx" ON "customer_spending" USING btree ("currency","amount","customer_id");--> statement-breakpoint
CREATE INDEX "customer_totals_orders_idx" ON "customer_totals" USING btree ("orders","customer_id");--> statement-breakpoint
CREATE INDEX "customer_totals_return_percent_idx" ON "customer_totals" USING btree ("return_percent","customer_id") WHERE return_percent > 0;--> statement-breakpoint
CREATE INDEX "addresses_telephone_idx" ON "addresses" USING btree (regexp_replace("telephone", '[^0-9]', '', 'g') text_pattern_ops);--> statement-breakpoint
CREATE INDEX "addresses_country_idx" ON "addresses" USING btree ("country","customer_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "return_items_tracking_number_idx" ON "return_items" USING btree ("tracking_number") WHERE tracking_number is not null;--> statement-breakpoint
CREATE INDEX "customers_language_id_idx" ON "customers" USING btree ("language_id","id");
--> statement-breakpoint
-- What the table files cannot express: who counts. Adding is done when a transaction ends, so that nobody waits for a count while they
-- hold an order; each row adds what it became and takes away what it was.
CREATE FUNCTION add_to_customer(who text, orders_by integer, returns_by integer, delivered_by integer, returned_by integer)
RETURNS void LANGUAGE sql AS $$
  UPDATE customer_totals SET orders = orders + orders_by, returns = returns + returns_by,
    delivered_items = delivered_items + delivered_by, returned_items = returned_items + returned_by
  WHERE customer_id = who;
$$;
--> statement-breakpoint
CREATE FUNCTION add_to_spending(who text, in_currency text, amount_by bigint, orders_by integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO customer_spending AS known (customer_id, currency, amount, orders) VALUES (who, in_currency, amount_by, orders_by)
  ON CONFLICT (customer_id, currency) DO UPDATE SET amount = known.amount + excluded.amount, orders = known.orders + excluded.orders;
$$;
--> statement-breakpoint
CREATE FUNCTION keep_customer_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Refused, called off, closed.
  not_back CONSTANT integer[] := '{6,8,9}';
  cancelled CONSTANT integer := 8;
BEGIN
  IF TG_TABLE_NAME = 'customers' THEN
    INSERT INTO customer_totals (customer_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  ELSIF TG_TABLE_NAME = 'orders' THEN
    IF OLD.customer_id IS DISTINCT FROM NEW.customer_id THEN
      IF OLD.customer_id IS NOT NULL THEN PERFORM add_to_customer(OLD.customer_id, -1, 0, 0, 0); END IF;
      IF NEW.customer_id IS NOT NULL THEN PERFORM add_to_customer(NEW.customer_id, 1, 0, 0, 0); END IF;
    END IF;
    IF OLD.customer_id IS NOT NULL AND OLD.paid_at IS NOT NULL AND OLD.status_id <> cancelled THEN
      PERFORM add_to_spending(OLD.customer_id, OLD.currency, -OLD.total_amount, -1);
    END IF;
    IF NEW.customer_id IS NOT NULL AND NEW.paid_at IS NOT NULL AND NEW.status_id <> cancelled THEN
      PERFORM add_to_spending(NEW.customer_id, NEW.currency, NEW.total_amount, 1);
    END IF;
  ELSIF TG_TABLE_NAME = 'order_lines' THEN
    IF OLD.customer_id IS NOT NULL AND OLD.delivered_at IS NOT NULL THEN PERFORM add_to_customer(OLD.customer_id, 0, 0, -1, 0); END IF;
    IF NEW.customer_id IS NOT NULL AND NEW.delivered_at IS NOT NULL THEN PERFORM add_to_customer(NEW.customer_id, 0, 0, 1, 0); END IF;
  ELSIF TG_TABLE_NAME = 'returns' THEN
    IF OLD.customer_id IS NOT NULL THEN PERFORM add_to_customer(OLD.customer_id, 0, -1, 0, 0); END IF;
    IF NEW.customer_id IS NOT NULL THEN PERFORM add_to_customer(NEW.customer_id, 0, 1, 0, 0); END IF;
  ELSE
    IF OLD.customer_id IS NOT NULL AND OLD.status <> ALL (not_back) THEN PERFORM add_to_customer(OLD.customer_id, 0, 0, 0, -1); END IF;
    IF NEW.customer_id IS NOT NULL AND NEW.status <> ALL (not_back) THEN PERFORM add_to_customer(NEW.customer_id, 0, 0, 0, 1); END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_customer_totals AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION keep_customer_totals();
--> statement-breakpoint
DO $$
DECLARE
  counted record;
BEGIN
  -- Of the many changes of an order and its lines, only those that count cost something.
  FOR counted IN SELECT * FROM (VALUES
    -- One by one: of two rows compared, PostgreSQL writes another text after a restore than before.
    ('orders', 'old.customer_id is distinct from new.customer_id or (old.paid_at is null) <> (new.paid_at is null)
      or (old.status_id = 8) <> (new.status_id = 8) or old.currency <> new.currency or old.total_amount <> new.total_amount',
      '%s.customer_id is not null'),
    ('order_lines', '(old.customer_id, old.delivered_at is null) is distinct from (new.customer_id, new.delivered_at is null)',
      '%s.customer_id is not null and %1$s.delivered_at is not null'),
    ('returns', 'old.customer_id is distinct from new.customer_id', '%s.customer_id is not null'),
    ('return_items', '(old.customer_id, old.status in (6, 8, 9)) is distinct from (new.customer_id, new.status in (6, 8, 9))',
      '%s.status not in (6, 8, 9)')) AS t (of_table, changes, counts) LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER keep_customer_totals_new AFTER INSERT ON %I DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (%s) EXECUTE FUNCTION keep_customer_totals()', counted.of_table, format(counted.counts, 'new'));
    EXECUTE format('CREATE CONSTRAINT TRIGGER keep_customer_totals_changed AFTER UPDATE ON %I DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (%s) EXECUTE FUNCTION keep_customer_totals()', counted.of_table, counted.changes);
    EXECUTE format('CREATE CONSTRAINT TRIGGER keep_customer_totals_gone AFTER DELETE ON %I DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (%s) EXECUTE FUNCTION keep_customer_totals()', counted.of_table, format(counted.counts, 'old'));
  END LOOP;
END $$;
--> statement-breakpoint
-- Counts everything anew. Whoever changes something meanwhile waits at the end of their transaction and adds to what was counted.
CREATE FUNCTION rebuild_customer_totals() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE customer_totals, customer_spending IN EXCLUSIVE MODE;
  DELETE FROM customer_totals;
  DELETE FROM customer_spending;
  INSERT INTO customer_totals (customer_id, orders, returns, delivered_items, returned_items)
    SELECT id, coalesce(bought.orders, 0), coalesce(back.returns, 0), coalesce(sent.items, 0), coalesce(returned.items, 0)
    FROM customers
      LEFT JOIN (SELECT customer_id, count(*) AS orders FROM orders GROUP BY 1) bought ON bought.customer_id = id
      LEFT JOIN (SELECT customer_id, count(*) AS returns FROM returns GROUP BY 1) back ON back.customer_id = id
      LEFT JOIN (SELECT customer_id, count(*) AS items FROM order_lines WHERE delivered_at IS NOT NULL GROUP BY 1) sent
        ON sent.customer_id = id
      LEFT JOIN (SELECT customer_id, count(*) AS items FROM return_items WHERE status NOT IN (6, 8, 9) GROUP BY 1) returned
        ON returned.customer_id = id;
  INSERT INTO customer_spending (customer_id, currency, amount, orders)
    SELECT customer_id, currency, sum(total_amount), count(*) FROM orders
    WHERE customer_id IS NOT NULL AND paid_at IS NOT NULL AND status_id <> 8 GROUP BY 1, 2;
  RETURN (SELECT count(*) FROM customer_totals);
END $$;
--> statement-breakpoint
SELECT rebuild_customer_totals();
