-- Totals of a customer: orders, returns, delivered and returned items, and spending per currency. Deferred triggers
-- update the totals at the end of each transaction, so that no transaction waits for a total while it locks an order.

-- Adds to the counts of a customer.
CREATE OR REPLACE FUNCTION add_to_customer(who text, orders_by integer, returns_by integer, delivered_by integer, returned_by integer)
RETURNS void LANGUAGE sql AS $$
  UPDATE customer_totals SET orders = orders + orders_by, returns = returns + returns_by,
    delivered_items = delivered_items + delivered_by, returned_items = returned_items + returned_by
  WHERE customer_id = who;
$$;

-- Adds to the spending of a customer in a currency.
CREATE OR REPLACE FUNCTION add_to_spending(who text, in_currency text, amount_by bigint, orders_by integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO customer_spending AS known (customer_id, currency, amount, orders) VALUES (who, in_currency, amount_by, orders_by)
  ON CONFLICT (customer_id, currency) DO UPDATE SET amount = known.amount + excluded.amount, orders = known.orders + excluded.orders;
$$;

-- Subtracts the old row from the totals, and adds the new row.
CREATE OR REPLACE FUNCTION keep_customer_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Statuses of items that do not count as returned: rejected, canceled and closed.
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

-- Computes all totals again. Concurrent transactions wait at their end, and then add their changes to the new totals.
CREATE OR REPLACE FUNCTION rebuild_customer_totals() RETURNS bigint LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER keep_customer_totals AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_changed ON order_lines;
CREATE CONSTRAINT TRIGGER keep_customer_totals_changed AFTER UPDATE ON order_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.customer_id IS DISTINCT FROM NEW.customer_id)
    OR ((OLD.delivered_at IS NULL) IS DISTINCT FROM (NEW.delivered_at IS NULL)))
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_gone ON order_lines;
CREATE CONSTRAINT TRIGGER keep_customer_totals_gone AFTER DELETE ON order_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.customer_id IS NOT NULL) AND (OLD.delivered_at IS NOT NULL))
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_new ON order_lines;
CREATE CONSTRAINT TRIGGER keep_customer_totals_new AFTER INSERT ON order_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.customer_id IS NOT NULL) AND (NEW.delivered_at IS NOT NULL))
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_changed ON orders;
CREATE CONSTRAINT TRIGGER keep_customer_totals_changed AFTER UPDATE ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.customer_id IS DISTINCT FROM NEW.customer_id)
    OR ((OLD.paid_at IS NULL) <> (NEW.paid_at IS NULL))
    OR ((OLD.status_id = 8) <> (NEW.status_id = 8))
    OR (OLD.currency <> NEW.currency)
    OR (OLD.total_amount <> NEW.total_amount))
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_gone ON orders;
CREATE CONSTRAINT TRIGGER keep_customer_totals_gone AFTER DELETE ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.customer_id IS NOT NULL)
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_new ON orders;
CREATE CONSTRAINT TRIGGER keep_customer_totals_new AFTER INSERT ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.customer_id IS NOT NULL)
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_changed ON return_items;
CREATE CONSTRAINT TRIGGER keep_customer_totals_changed AFTER UPDATE ON return_items
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.customer_id IS DISTINCT FROM NEW.customer_id)
    OR ((OLD.status = ANY (ARRAY[6, 8, 9])) IS DISTINCT FROM (NEW.status = ANY (ARRAY[6, 8, 9]))))
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_gone ON return_items;
CREATE CONSTRAINT TRIGGER keep_customer_totals_gone AFTER DELETE ON return_items
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status <> ALL (ARRAY[6, 8, 9]))
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_new ON return_items;
CREATE CONSTRAINT TRIGGER keep_customer_totals_new AFTER INSERT ON return_items
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status <> ALL (ARRAY[6, 8, 9]))
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_changed ON returns;
CREATE CONSTRAINT TRIGGER keep_customer_totals_changed AFTER UPDATE ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.customer_id IS DISTINCT FROM NEW.customer_id)
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_gone ON returns;
CREATE CONSTRAINT TRIGGER keep_customer_totals_gone AFTER DELETE ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.customer_id IS NOT NULL)
  EXECUTE FUNCTION keep_customer_totals();

DROP TRIGGER IF EXISTS keep_customer_totals_new ON returns;
CREATE CONSTRAINT TRIGGER keep_customer_totals_new AFTER INSERT ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.customer_id IS NOT NULL)
  EXECUTE FUNCTION keep_customer_totals();
