ALTER TABLE "order_documents" ALTER COLUMN "sku_ids" DROP NOT NULL;--> statement-breakpoint
-- What is left of skus is kept in memory with what else orders show of them, so documents need not say which they are.
CREATE OR REPLACE FUNCTION write_order_document(its_order text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  most_lines CONSTANT integer := 50;
  line_count integer;
BEGIN
  IF EXISTS (SELECT FROM order_documents WHERE order_id = its_order AND xmin = pg_current_xact_id()::xid) THEN
    RETURN;
  END IF;
  LOOP
    PERFORM FROM order_documents WHERE order_id = its_order FOR UPDATE;
    SELECT count(*) INTO line_count FROM order_lines WHERE order_id = its_order;
    IF line_count > most_lines THEN
      DELETE FROM order_documents WHERE order_id = its_order;
      RETURN;
    END IF;
    UPDATE order_documents SET
      customer_id = (SELECT customer_id FROM orders WHERE id = its_order),
      document = order_document(its_order, 0, most_lines),
      -- Programs of the version before look the skus up where this is missing.
      sku_ids = NULL
    WHERE order_id = its_order;
    EXIT WHEN FOUND;
    INSERT INTO order_documents (order_id, customer_id, document)
      SELECT id, customer_id, order_document(id, 0, most_lines)
      FROM orders WHERE id = its_order
      ON CONFLICT DO NOTHING;
    -- Somebody else may have been first: then theirs is written anew.
    EXIT WHEN FOUND OR NOT EXISTS (SELECT FROM orders WHERE id = its_order);
  END LOOP;
END $$;
--> statement-breakpoint
-- A sku tells of what is left of it by itself (`stock`). Its product tells as before: lists show only whether something is left
-- (`product_card`), how much of it is said on the product's own page (`product_page`).
CREATE FUNCTION tell_stock_left() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown CONSTANT text := CASE WHEN (OLD.inventory > 0) = (NEW.inventory > 0) THEN 'product_page' ELSE 'product_card' END;
BEGIN
  PERFORM pg_notify('harbor_live', format('{"topic":"kept","data":{"table":"stock","id":"%s"}}', NEW.id));
  PERFORM pg_notify('harbor_live', format('{"topic":"kept","data":{"table":"%s","id":"%s"}}', shown, NEW.product_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER tell_stock ON skus;
--> statement-breakpoint
DROP TRIGGER tell_sold_out ON skus;
--> statement-breakpoint
CREATE TRIGGER tell_stock AFTER UPDATE OF inventory ON skus FOR EACH ROW
  WHEN (OLD.inventory <> NEW.inventory) EXECUTE FUNCTION tell_stock_left();
