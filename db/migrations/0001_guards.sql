-- Rules of the database that the table files cannot express.

-- The same ticket within five minutes is one ticket, however many requests race:
-- `insert ... on conflict do nothing` returns no row for the repetition.
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_no_repetition"
	EXCLUDE USING gist ("content_hash" WITH =, tstzrange("created_at", "dedupe_until") WITH &&);
--> statement-breakpoint

-- History is only ever added to. The one allowed change gives a guest's rows to the account that confirmed the address.
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE'
		AND OLD.customer_id IS NULL
		AND to_jsonb(NEW) - 'customer_id' = to_jsonb(OLD) - 'customer_id'
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON "order_events"
	FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER return_events_append_only BEFORE UPDATE OR DELETE ON "return_events"
	FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER package_events_append_only BEFORE UPDATE OR DELETE ON "package_events"
	FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE ON "payment_events"
	FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
