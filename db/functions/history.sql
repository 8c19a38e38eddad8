-- History tables are append-only. The exceptions are the transfer of a guest's rows to an account, and the erasure of
-- personal text.

-- Rejects changes of history rows. Two updates are allowed: setting the customer of a guest's row, and erase_words().
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND OLD.customer_id IS NULL
    AND to_jsonb(NEW) - 'customer_id' = to_jsonb(OLD) - 'customer_id'
  THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE'
    AND current_setting('harbor.erasing', true) = 'on'
    AND to_jsonb(NEW) = row_without_words(to_jsonb(OLD))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

-- Rejects changes of audit rows. Two updates are allowed: erase_words(), and a higher number of tries in a row for
-- failed sign-ins, which covers one hour.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('harbor.erasing', true) = 'on' AND to_jsonb(NEW) = row_without_words(to_jsonb(OLD)) THEN
    RETURN NEW;
  END IF;
  IF OLD.call = 'failedSignIn'
    AND to_jsonb(NEW) - 'after' = to_jsonb(OLD) - 'after'
    AND coalesce((NEW.after ->> 'tries')::integer >= (OLD.after ->> 'tries')::integer, false)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit rows are never changed';
END
$$;

-- Returns history data without personal text. Field names, numbers and the listed identifiers stay. All other text is
-- emptied, because an unlisted field may contain personal text.
CREATE OR REPLACE FUNCTION without_words(told jsonb, name text DEFAULT '') RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  is_given boolean := name LIKE '%\_at' OR name = ANY (ARRAY['id', 'number', 'about', 'kind', 'type', 'status', 'condition', 'currency', 'by', 'why',
    'customer_id', 'line_id', 'line_ids', 'lineIds', 'packageIds', 'order_number', 'return_number', 'orderId', 'provider', 'sku']);
BEGIN
  RETURN CASE jsonb_typeof(told)
    WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, without_words(value, key)), '{}') FROM jsonb_each(told))
    WHEN 'array' THEN (SELECT coalesce(jsonb_agg(without_words(value, name) ORDER BY place), '[]')
      FROM jsonb_array_elements(told) WITH ORDINALITY AS one (value, place) WHERE is_given OR jsonb_typeof(value) <> 'string')
    WHEN 'string' THEN CASE WHEN is_given THEN told ELSE '""' END
    ELSE told
  END;
END
$$;

-- Returns a history row without personal text. An update of a history row may only write this content.
CREATE OR REPLACE FUNCTION row_without_words(history_row jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, CASE
    WHEN key IN ('data', 'payload', 'before', 'after') THEN without_words(value)
    -- Carrier reports must have different descriptions, so the row's id replaces the erased text.
    WHEN key = 'description' THEN to_jsonb('#' || (history_row ->> 'id'))
    WHEN key = 'place' THEN '""'
    -- Staff typed this reference in place of a provider's number.
    WHEN key = 'event_id' AND history_row ->> 'provider' = 'staff' THEN to_jsonb('#' || (history_row ->> 'id'))
    ELSE value END)
  FROM jsonb_each(history_row)
$$;

-- Removes personal text from the history of these orders and returns, and from the audit rows about these resources.
CREATE OR REPLACE FUNCTION erase_words(of_orders text[], of_returns text[], of_things text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('harbor.erasing', 'on', true);
  UPDATE order_events SET data = without_words(data) WHERE order_id = ANY (of_orders);
  UPDATE return_events SET data = without_words(data) WHERE return_id = ANY (of_returns);
  UPDATE package_events e SET description = '#' || e.id, place = ''
    FROM packages p WHERE p.id = e.package_id AND p.order_id = ANY (of_orders);
  UPDATE payment_events e SET payload = without_words(payload)
    FROM payments p WHERE p.id = e.payment_id AND p.order_id = ANY (of_orders) AND e.provider <> 'staff';
  UPDATE payment_events e SET payload = without_words(payload), event_id = '#' || e.id
    FROM payments p WHERE e.provider = 'staff' AND p.provider = 'staff' AND e.event_id = p.provider_ref AND p.order_id = ANY (of_orders);
  UPDATE audit_rows SET before = without_words(before), after = without_words(after) WHERE about = ANY (of_things);
  PERFORM set_config('harbor.erasing', '', true);
END
$$;

CREATE OR REPLACE TRIGGER audit_rows_never_change BEFORE UPDATE ON audit_rows
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE OR REPLACE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE ON credit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();

CREATE OR REPLACE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON order_events
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();

CREATE OR REPLACE TRIGGER package_events_append_only BEFORE UPDATE OR DELETE ON package_events
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();

CREATE OR REPLACE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE ON payment_events
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();

CREATE OR REPLACE TRIGGER return_events_append_only BEFORE UPDATE OR DELETE ON return_events
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
