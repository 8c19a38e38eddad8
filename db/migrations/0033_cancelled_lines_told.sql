-- Lines also tell when they were taken out of their order. The value stands last, so documents that are kept stay right without it;
-- only those of orders with such lines are written anew.
CREATE OR REPLACE FUNCTION order_document(its_order text, lines_from bigint, most_lines bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_array(
    o.id, o.order_no, o.status_id, o.invalid_status, o.email, o.currency, o.total_amount, o.refunded_amount, o.payment_method,
    o.shipping_method, o.ga_counter, o.cancel_reason, epoch_ms(o.created_at), epoch_ms(o.expires_at),
    -- As the wire has it, since it only passes through.
    (SELECT json_build_object('firstname', a.firstname, 'lastname', a.lastname, 'telephone', a.telephone,
        'address_1', a.address_1, 'address_2', a.address_2, 'city', a.city, 'state', a.state, 'country', a.country,
        'house_num', a.house_num, 'postcode', a.postcode)
      FROM order_addresses a WHERE a.order_id = o.id),
    (SELECT coalesce(json_agg(json_build_array(t.id, t.code, t.title, t.amount) ORDER BY t.sort), '[]')
      FROM order_totals t WHERE t.order_id = o.id),
    -- The second payment of an order that was paid twice is none of it.
    (SELECT coalesce(json_agg(json_build_array(f.amount, f.status, epoch_ms(f.settled_at)) ORDER BY f.created_at, f.id), '[]')
      FROM refunds f WHERE f.order_id = o.id AND f.kind <> 'payment'),
    (SELECT coalesce(json_agg(json_build_array(v.product_id, v.sku, v.id, v.rank, v.content) ORDER BY v.id), '[]')
      FROM reviews v WHERE v.order_id = o.id),
    -- The newest first.
    (SELECT coalesce(json_agg(json_build_array(r.order_line_id, r.return_id, r.status, epoch_ms(r.shipment_expired_at),
        epoch_ms(r.logistics_at), epoch_ms(r.first_scan_at)) ORDER BY r.created_at DESC, r.id DESC), '[]')
      FROM returns JOIN return_items r ON r.return_id = returns.id WHERE returns.order_id = o.id),
    (SELECT coalesce(json_agg(json_build_array(l.id, l.product_id, l.sku_id, l.sku_name, l.name, l.description, l.image, l.options,
        l.category_code, l.is_returnable, l.type, l.type_name, l.is_gift, l.activity_type, l.activity_id, l.price_amount,
        l.compare_at_amount, l.paid_amount, l.refunded_amount, l.package_id, epoch_ms(l.delivered_at),
        epoch_ms(l.cancelled_at)) ORDER BY l.position), '[]')
      FROM (SELECT * FROM order_lines WHERE order_id = o.id ORDER BY position OFFSET lines_from LIMIT most_lines) l),
    (SELECT count(*) FROM order_lines WHERE order_id = o.id))::text
  FROM orders o WHERE o.id = its_order);
END $$;
--> statement-breakpoint
SELECT write_order_document(order_id) FROM (SELECT DISTINCT order_id FROM order_lines WHERE cancelled_at IS NOT NULL) changed;
