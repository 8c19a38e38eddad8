-- An order document is the cached JSON of an order, in the form that order lists and the order page read. Deferred
-- triggers write the document once at the end of a transaction.

-- Returns a moment in milliseconds since 1970, independent of the session's time zone.
CREATE OR REPLACE FUNCTION epoch_ms(moment timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT floor(extract(epoch FROM moment) * 1000)::bigint
$$;

-- Returns the document of an order with at most `most_lines` of its lines.
CREATE OR REPLACE FUNCTION order_document(its_order text, lines_from bigint, most_lines bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_array(
    o.id, o.order_no, o.status_id, o.invalid_status, o.email, o.currency, o.total_amount, o.refunded_amount, o.payment_method,
    o.shipping_method, o.ga_counter, o.cancel_reason, epoch_ms(o.created_at), epoch_ms(o.expires_at),
    -- The address has the field names of the API, because it is passed on unchanged.
    (SELECT json_build_object('firstname', a.firstname, 'lastname', a.lastname, 'telephone', a.telephone,
        'address_1', a.address_1, 'address_2', a.address_2, 'city', a.city, 'state', a.state, 'country', a.country,
        'house_num', a.house_num, 'postcode', a.postcode)
      FROM order_addresses a WHERE a.order_id = o.id),
    (SELECT coalesce(json_agg(json_build_array(t.id, t.code, t.title, t.amount) ORDER BY t.sort), '[]')
      FROM order_totals t WHERE t.order_id = o.id),
    -- The refund of a second payment is left out, because it does not refund the order.
    (SELECT coalesce(json_agg(json_build_array(f.amount, f.status, epoch_ms(f.settled_at)) ORDER BY f.created_at, f.id), '[]')
      FROM refunds f WHERE f.order_id = o.id AND f.kind <> 'payment'),
    (SELECT coalesce(json_agg(json_build_array(v.product_id, v.sku, v.id, v.rank, v.content) ORDER BY v.id), '[]')
      FROM reviews v WHERE v.order_id = o.id),
    -- Sorted with the newest return first.
    (SELECT coalesce(json_agg(json_build_array(r.order_line_id, r.return_id, r.status, epoch_ms(r.shipment_expired_at),
        epoch_ms(r.logistics_at), epoch_ms(r.first_scan_at)) ORDER BY r.created_at DESC, r.id DESC), '[]')
      FROM returns JOIN return_items r ON r.return_id = returns.id WHERE returns.order_id = o.id),
    (SELECT coalesce(json_agg(json_build_array(l.id, l.product_id, l.sku_id, l.sku_name, l.name, l.description, l.image, l.options,
        l.category_code, l.is_returnable, l.type, l.type_name, l.is_gift, l.activity_type, l.activity_id, l.price_amount,
        l.compare_at_amount, l.paid_amount, l.refunded_amount, l.package_id, epoch_ms(l.delivered_at),
        epoch_ms(l.cancelled_at)) ORDER BY l.position), '[]')
      FROM (SELECT * FROM order_lines WHERE order_id = o.id ORDER BY position OFFSET lines_from LIMIT most_lines) l),
    (SELECT count(*) FROM order_lines WHERE order_id = o.id),
    -- Placing the order writes its tax once, so no trigger is needed.
    CASE WHEN o.tax_treatment <> 'untaxed' THEN json_build_array(o.tax_treatment, o.tax_amount, o.added_tax_amount,
      (SELECT coalesce(json_agg(json_build_array(x.name, x.rate, x.tax_amount) ORDER BY x.position), '[]')
        FROM order_taxes x WHERE x.order_id = o.id)) END)::text
  FROM orders o WHERE o.id = its_order);
END $$;

-- Returns the distinct SKUs of these lines.
CREATE OR REPLACE FUNCTION order_sku_ids(its_order text, lines_from bigint, most_lines bigint) RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT l.sku_id
    FROM (SELECT sku_id FROM order_lines WHERE order_id = its_order ORDER BY position OFFSET lines_from LIMIT most_lines) l
    WHERE l.sku_id IS NOT NULL ORDER BY 1);
END $$;

-- Writes the document of an order, unless this transaction has already written it. Orders of more than 50 lines have no
-- document. The server reads their lines page by page.
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
      -- The previous version of the program looks up the SKUs if this column is null.
      sku_ids = NULL
    WHERE order_id = its_order;
    EXIT WHEN FOUND;
    INSERT INTO order_documents (order_id, customer_id, document)
      SELECT id, customer_id, order_document(id, 0, most_lines)
      FROM orders WHERE id = its_order
      ON CONFLICT DO NOTHING;
    -- Another transaction may have inserted the document first. The loop then updates that document.
    EXIT WHEN FOUND OR NOT EXISTS (SELECT FROM orders WHERE id = its_order);
  END LOOP;
END $$;

-- Writes the documents of the orders that a changed row belongs to.
CREATE OR REPLACE FUNCTION keep_order_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN
    PERFORM write_order_document(NEW.id);
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM write_order_document(OLD.order_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM write_order_document(NEW.order_id); END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS keep_order_document ON order_addresses;
CREATE CONSTRAINT TRIGGER keep_order_document AFTER INSERT OR DELETE OR UPDATE ON order_addresses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_document();

DROP TRIGGER IF EXISTS keep_order_document ON order_lines;
CREATE CONSTRAINT TRIGGER keep_order_document AFTER INSERT OR DELETE OR UPDATE ON order_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_document();

DROP TRIGGER IF EXISTS keep_order_document ON order_taxes;
CREATE CONSTRAINT TRIGGER keep_order_document AFTER INSERT OR DELETE OR UPDATE ON order_taxes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_document();

DROP TRIGGER IF EXISTS keep_order_document ON order_totals;
CREATE CONSTRAINT TRIGGER keep_order_document AFTER INSERT OR DELETE OR UPDATE ON order_totals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_document();

DROP TRIGGER IF EXISTS keep_order_document ON orders;
CREATE CONSTRAINT TRIGGER keep_order_document AFTER INSERT OR UPDATE ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_document();

DROP TRIGGER IF EXISTS keep_order_document ON refunds;
CREATE CONSTRAINT TRIGGER keep_order_document AFTER INSERT OR DELETE OR UPDATE ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_document();

DROP TRIGGER IF EXISTS keep_order_document ON return_items;
CREATE CONSTRAINT TRIGGER keep_order_document AFTER INSERT OR DELETE OR UPDATE ON return_items
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_document();

DROP TRIGGER IF EXISTS keep_order_document ON returns;
CREATE CONSTRAINT TRIGGER keep_order_document AFTER INSERT OR DELETE OR UPDATE ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_document();

DROP TRIGGER IF EXISTS keep_order_document ON reviews;
CREATE CONSTRAINT TRIGGER keep_order_document AFTER INSERT OR DELETE OR UPDATE ON reviews
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_document();
