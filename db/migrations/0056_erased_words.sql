-- History is never rewritten, and people can ask to be forgotten: what was typed about them is taken out of it, who did what and when stays.

-- What is left of a piece of history: names of fields, figures, and texts that the shop gives (ids, states, moments). A field that nobody
-- lists here may hold words, so it is emptied.
CREATE FUNCTION without_words(told jsonb, name text DEFAULT '') RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
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
--> statement-breakpoint
-- A row of history as it stands when its words are gone: the only thing that it may ever be changed into.
CREATE FUNCTION row_without_words(history_row jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_object_agg(key, CASE
		WHEN key IN ('data', 'payload', 'before', 'after') THEN without_words(value)
		-- Reports of a carrier differ by what they say.
		WHEN key = 'description' THEN to_jsonb('#' || (history_row ->> 'id'))
		WHEN key = 'place' THEN '""'
		-- What staff typed where a provider has a number.
		WHEN key = 'event_id' AND history_row ->> 'provider' = 'staff' THEN to_jsonb('#' || (history_row ->> 'id'))
		ELSE value END)
	FROM jsonb_each(history_row)
$$;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('harbor.erasing', true) = 'on' AND to_jsonb(NEW) = row_without_words(to_jsonb(OLD)) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'audit rows are never changed';
END
$$;
--> statement-breakpoint
-- The one way past both: takes the words out of the history of these orders and returns, and out of what the audit log tells about these things.
CREATE FUNCTION erase_words(of_orders text[], of_returns text[], of_things text[]) RETURNS void LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
-- Whoever named a customer by their address was written down with it. From now on the log has the account's id.
ALTER TABLE audit_rows DISABLE TRIGGER audit_rows_never_change;
--> statement-breakpoint
UPDATE audit_rows a SET about = 'customers/' || coalesce((SELECT c.id FROM customers c WHERE 'customers/' || c.email = lower(a.about)), 'erased')
	WHERE about LIKE 'customers/%@%';
--> statement-breakpoint
ALTER TABLE audit_rows ENABLE TRIGGER audit_rows_never_change;
