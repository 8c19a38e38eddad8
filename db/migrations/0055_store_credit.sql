CREATE TABLE "credit_balances" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"balance_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "credit_balances_balance_check" CHECK (balance_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"order_id" text,
	"refund_id" text,
	"reason" text,
	"by" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_entries_kind_check" CHECK (case kind
        when 'refund' then amount > 0 and order_id is not null and refund_id is not null
        when 'bonus' then amount > 0 and order_id is not null and refund_id is not null
        when 'spent' then amount < 0 and order_id is not null and refund_id is null
        when 'given_back' then amount > 0 and order_id is not null and refund_id is null
        when 'by_hand' then amount <> 0 and order_id is null and refund_id is null and reason is not null
        when 'erased' then amount < 0 and order_id is null and refund_id is null
        else false
      end)
);
--> statement-breakpoint
ALTER TABLE "order_totals" DROP CONSTRAINT "order_totals_code_check";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "goes_to" text DEFAULT 'payment' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "credit_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "refund_to" text DEFAULT 'payment' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_balances" ADD CONSTRAINT "credit_balances_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_per_order_key" ON "credit_entries" USING btree ("order_id","kind") WHERE refund_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_per_refund_key" ON "credit_entries" USING btree ("refund_id","kind");--> statement-breakpoint
CREATE INDEX "credit_entries_customer_id_idx" ON "credit_entries" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "credit_entries_order_id_idx" ON "credit_entries" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "order_totals" ADD CONSTRAINT "order_totals_code_check" CHECK (code in ('subtotal', 'discount', 'shipping', 'total', 'credit'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_credit_check" CHECK (credit_amount between 0 and total_amount and (credit_amount = 0 or customer_id is not null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_goes_to_check" CHECK (goes_to in ('payment', 'credit'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_credit_check" CHECK (credit_amount between 0 and amount and (customer_id is not null or (goes_to = 'payment' and credit_amount = 0)));--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_refund_to_check" CHECK (refund_to in ('payment', 'credit'));--> statement-breakpoint
-- What the table files cannot express. Keys that point at features above; entries that stay as they are; a balance that is the sum of
-- its entries, in one currency, and that nobody else writes.
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id");
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id");
--> statement-breakpoint
CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE ON "credit_entries"
	FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE FUNCTION add_to_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO credit_balances (customer_id, currency) VALUES (NEW.customer_id, NEW.currency) ON CONFLICT DO NOTHING;
	UPDATE credit_balances SET balance_amount = balance_amount + NEW.amount
		WHERE customer_id = NEW.customer_id AND currency = NEW.currency;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'store credit is kept in one currency' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_entries_add_up AFTER INSERT ON "credit_entries"
	FOR EACH ROW EXECUTE FUNCTION add_to_credit();
--> statement-breakpoint
CREATE FUNCTION refuse_credit_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'store credit changes by its entries alone' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_balances_by_entries BEFORE UPDATE OR DELETE ON "credit_balances"
	FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_credit_by_hand();
