-- Triggers write webhook events in the transaction of the change. No event is written unless an endpoint is subscribed
-- to it.

-- Returns the endpoints that are subscribed to a kind of event. Returns null without such an endpoint.
CREATE OR REPLACE FUNCTION webhooks_wanting(kind text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(id ORDER BY id) FROM webhook_endpoints
  WHERE is_on AND removed_at IS NULL AND events && ARRAY[kind, split_part(kind, '.', 1) || '.*']
$$;

-- Writes an event and its deliveries.
CREATE OR REPLACE FUNCTION write_webhook_event(wanting text[], kind text, about text, told jsonb, told_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  new_id text := 'evt_' || replace(gen_random_uuid()::text, '-', '');
BEGIN
  INSERT INTO webhook_events (id, type, subject, data, at) VALUES (new_id, kind, about, told, told_at);
  INSERT INTO webhook_deliveries (event_id, endpoint_id, subject, next_at, at)
    SELECT new_id, endpoint, about, told_at, told_at FROM unnest(wanting) AS endpoint;
END $$;

-- Returns a moment in the format of the staff API.
CREATE OR REPLACE FUNCTION wire_time(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), '\.000$', '') || 'Z'
$$;

-- Returns an amount in the format of the staff API.
CREATE OR REPLACE FUNCTION wire_money(amount bigint, currency text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('amount', amount, 'currency', currency)
$$;

-- Returns the name of an order status in the staff API.
CREATE OR REPLACE FUNCTION wire_order_status(status integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE status WHEN 1 THEN 'unpaid' WHEN 4 THEN 'paid' WHEN 5 THEN 'preparing' WHEN 6 THEN 'packed' WHEN 7 THEN 'shipped'
    WHEN 8 THEN 'cancelled' WHEN 9 THEN 'closed' WHEN 10 THEN 'received' WHEN 11 THEN 'complete' WHEN 13 THEN 'on_hold' END
$$;

-- Returns the name of a return status in the staff API.
CREATE OR REPLACE FUNCTION wire_return_status(status integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (ARRAY['processing', 'approved', 'received', 'refunding', 'refunded', 'rejected', 'refund_failed',
    'cancelled', 'closed'])[status]
$$;

-- Writes the webhook event for an entry in the history of an order.
CREATE OR REPLACE FUNCTION tell_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE NEW.command
    WHEN 'placeOrder' THEN 'order.created' WHEN 'confirmPayment' THEN 'order.paid' WHEN 'holdOrder' THEN 'order.held'
    WHEN 'releaseOrder' THEN 'order.released' WHEN 'prepareOrder' THEN 'order.preparing' WHEN 'packOrder' THEN 'order.packed'
    WHEN 'unpackOrder' THEN 'order.unpacked' WHEN 'shipOrder' THEN 'order.shipped' WHEN 'deliverOrder' THEN 'order.delivered'
    WHEN 'completeOrder' THEN 'order.completed' WHEN 'cancelOrder' THEN 'order.cancelled' WHEN 'closeOrder' THEN 'order.closed'
    WHEN 'cancelLines' THEN 'order.lines_cancelled' WHEN 'changeAddress' THEN 'order.address_changed' END;
  wanting text[];
  o orders%ROWTYPE;
BEGIN
  -- An order with nothing to pay becomes paid when staff release it.
  IF kind = 'order.released' AND EXISTS (SELECT FROM orders WHERE id = NEW.order_id AND paid_at = NEW.at) THEN
    kind := 'order.paid';
  END IF;
  wanting := webhooks_wanting(kind);
  IF wanting IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO o FROM orders WHERE id = NEW.order_id;
  PERFORM write_webhook_event(wanting, kind, 'orders/' || o.order_no, jsonb_build_object(
    'number', o.order_no, 'status', wire_order_status(NEW.to_status), 'customer_id', o.customer_id,
    'total', wire_money(o.total_amount, o.currency), 'refunded', wire_money(o.refunded_amount, o.currency),
    'created_at', wire_time(o.created_at), 'paid_at', wire_time(o.paid_at))
    || CASE kind WHEN 'order.lines_cancelled' THEN jsonb_build_object('line_ids', NEW.data -> 'lineIds') ELSE '{}' END, NEW.at);
  RETURN NULL;
END $$;

-- Writes the webhook event for an entry in the history of a return. A request is one event. Decisions and receipts are
-- one event for each item.
CREATE OR REPLACE FUNCTION tell_return_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE NEW.command
    WHEN 'requestReturn' THEN 'return.requested' WHEN 'approveReturn' THEN 'return.approved' WHEN 'keepItReturn' THEN 'return.approved'
    WHEN 'rejectReturn' THEN 'return.rejected' WHEN 'cancelReturn' THEN 'return.cancelled' WHEN 'giveParcel' THEN 'return.sent'
    WHEN 'scanParcel' THEN 'return.scanned' WHEN 'receiveReturn' THEN 'return.received' WHEN 'closeOverdueReturn' THEN 'return.closed' END;
  wanting text[] := webhooks_wanting(kind);
  told jsonb;
  about text;
BEGIN
  IF wanting IS NULL THEN RETURN NULL; END IF;
  SELECT 'returns/' || r.return_no, jsonb_build_object('number', r.return_no, 'order_number', o.order_no, 'customer_id', r.customer_id,
      'created_at', wire_time(r.created_at), 'items', (
        SELECT jsonb_agg(jsonb_build_object('id', i.id, 'line_id', i.order_line_id, 'status', wire_return_status(i.status),
          'condition', i.condition, 'refund', wire_money(i.refund_amount, r.currency)) ORDER BY i.id)
        FROM return_items i WHERE i.return_id = r.id AND (NEW.return_item_id IS NULL OR i.id = NEW.return_item_id)))
    INTO about, told FROM returns r JOIN orders o ON o.id = r.order_id WHERE r.id = NEW.return_id;
  IF kind = 'return.approved' THEN told := told || jsonb_build_object('comes_back', NEW.command = 'approveReturn'); END IF;
  PERFORM write_webhook_event(wanting, kind, about, told, NEW.at);
  RETURN NULL;
END $$;

-- Writes the webhook event of a refund. The subject is the order, so that a refund is never delivered before the event
-- that caused it.
CREATE OR REPLACE FUNCTION tell_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE NEW.status WHEN 'pending' THEN 'refund.requested' WHEN 'succeeded' THEN 'refund.settled' ELSE 'refund.failed' END;
  wanting text[] := webhooks_wanting(kind);
BEGIN
  IF wanting IS NULL THEN RETURN NULL; END IF;
  PERFORM write_webhook_event(wanting, kind, 'orders/' || o.order_no, jsonb_build_object(
    'id', NEW.id, 'kind', NEW.kind, 'status', NEW.status, 'amount', wire_money(NEW.amount, NEW.currency), 'order_number', o.order_no,
    'return_number', (SELECT return_no FROM returns WHERE id = NEW.return_id), 'failure', NEW.failure,
    'created_at', wire_time(NEW.created_at), 'settled_at', wire_time(NEW.settled_at)),
    CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE coalesce(NEW.settled_at, now()) END)
  FROM orders o WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;

-- Writes the webhook event of a ticket.
CREATE OR REPLACE FUNCTION tell_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE WHEN TG_OP = 'INSERT' THEN 'ticket.created' WHEN NEW.status = 'open' THEN 'ticket.reopened' ELSE 'ticket.' || NEW.status END;
  wanting text[] := webhooks_wanting(kind);
BEGIN
  IF wanting IS NULL THEN RETURN NULL; END IF;
  PERFORM write_webhook_event(wanting, kind, 'tickets/' || NEW.ticket_no, jsonb_build_object(
    'number', NEW.ticket_no, 'status', NEW.status, 'question_type_id', NEW.problem_type_id, 'customer_id', NEW.customer_id,
    'created_at', wire_time(NEW.created_at)), CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE now() END);
  RETURN NULL;
END $$;

-- Writes the webhook event of a review.
CREATE OR REPLACE FUNCTION tell_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := 'review.' || NEW.status;
  wanting text[] := webhooks_wanting(kind);
BEGIN
  IF wanting IS NULL THEN RETURN NULL; END IF;
  PERFORM write_webhook_event(wanting, kind, 'reviews/' || NEW.id, jsonb_build_object(
    'id', NEW.id, 'status', NEW.status, 'product_id', NEW.product_id, 'sku', NEW.sku, 'rank', NEW.rank,
    'order_number', (SELECT order_no FROM orders WHERE id = NEW.order_id), 'customer_id', NEW.customer_id,
    'created_at', wire_time(NEW.created_at)), CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE now() END);
  RETURN NULL;
END $$;

-- Writes the webhook event of a SKU whose stock is low or 0.
CREATE OR REPLACE FUNCTION tell_stock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanting text[] := webhooks_wanting(TG_ARGV[0]);
BEGIN
  IF wanting IS NULL THEN RETURN NULL; END IF;
  PERFORM write_webhook_event(wanting, TG_ARGV[0], 'skus/' || NEW.sku,
    jsonb_build_object('sku', NEW.sku, 'sku_id', NEW.id, 'product_id', NEW.product_id, 'stock', NEW.inventory), now());
  RETURN NULL;
END $$;

-- Writes the webhook event of an erased customer.
CREATE OR REPLACE FUNCTION tell_erased_customer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanting text[] := webhooks_wanting('customer.erased');
BEGIN
  IF wanting IS NULL THEN RETURN NULL; END IF;
  PERFORM write_webhook_event(wanting, 'customer.erased', 'customers/' || NEW.id,
    jsonb_build_object('id', NEW.id, 'erased_at', wire_time(NEW.erased_at)), NEW.erased_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tell_webhooks AFTER UPDATE OF erased_at ON customers FOR EACH ROW
  WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION tell_erased_customer();

CREATE OR REPLACE TRIGGER tell_webhooks AFTER INSERT ON order_events FOR EACH ROW EXECUTE FUNCTION tell_order_event();

CREATE OR REPLACE TRIGGER tell_webhooks AFTER UPDATE OF status ON refunds FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION tell_refund();

CREATE OR REPLACE TRIGGER tell_webhooks_new AFTER INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION tell_refund();

CREATE OR REPLACE TRIGGER tell_webhooks AFTER INSERT ON return_events FOR EACH ROW EXECUTE FUNCTION tell_return_event();

CREATE OR REPLACE TRIGGER tell_webhooks AFTER UPDATE OF status ON reviews FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION tell_review();

CREATE OR REPLACE TRIGGER tell_webhooks_new AFTER INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION tell_review();

CREATE OR REPLACE TRIGGER tell_webhooks_low AFTER UPDATE OF inventory ON skus FOR EACH ROW
  WHEN (OLD.inventory > 5 AND NEW.inventory <= 5) EXECUTE FUNCTION tell_stock('stock.low');

CREATE OR REPLACE TRIGGER tell_webhooks_out AFTER UPDATE OF inventory ON skus FOR EACH ROW
  WHEN (OLD.inventory > 0 AND NEW.inventory = 0) EXECUTE FUNCTION tell_stock('stock.out');

CREATE OR REPLACE TRIGGER tell_webhooks AFTER UPDATE OF status ON tickets FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION tell_ticket();

CREATE OR REPLACE TRIGGER tell_webhooks_new AFTER INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION tell_ticket();
