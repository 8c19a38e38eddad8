CREATE TABLE "order_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"body" text NOT NULL,
	"author" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_notes_body_check" CHECK (char_length(body) between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"refund_id" text NOT NULL,
	"order_line_id" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "refund_lines_refund_id_order_line_id_pk" PRIMARY KEY("refund_id","order_line_id"),
	CONSTRAINT "refund_lines_amount_check" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "staff_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"call" text NOT NULL,
	"input" jsonb NOT NULL,
	"numbers" text[] NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"refused" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_jobs_done_check" CHECK (done between 0 and cardinality(numbers))
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_amount_check";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_kind_check";--> statement-breakpoint
DROP INDEX "orders_waiting_idx";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "shipping_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "started_by" text;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "condition" text;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "condition_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "deduction_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_notes_order_id_idx" ON "order_notes" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "refund_lines_order_line_id_idx" ON "refund_lines" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "staff_jobs_open_idx" ON "staff_jobs" USING btree ("created_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "staff_jobs_created_at_idx" ON "staff_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_addresses_country_idx" ON "order_addresses" USING btree ("country");--> statement-breakpoint
CREATE INDEX "orders_created_at_idx" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status_id_idx" ON "orders" USING btree ("status_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_email_idx" ON "orders" USING btree ("email" text_pattern_ops,"created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_created_at_idx" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_status_idx" ON "refunds" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_created_at_idx" ON "returns" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "returns_status_idx" ON "returns" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "customers_created_at_idx" ON "customers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customers_name_idx" ON "customers" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_cancelled_check" CHECK (cancelled_at is null or (package_id is null and delivered_at is null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount_check" CHECK (amount >= 0 and shipping_amount between 0 and amount);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_kind_check" CHECK (case kind
        when 'order' then return_id is null and return_item_id is null
        when 'payment' then return_id is null and return_item_id is null
        when 'part' then return_id is null and return_item_id is null
        when 'item' then return_id is not null and return_item_id is not null
        when 'shipping' then return_id is not null and return_item_id is null
        else false
      end);--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_condition_check" CHECK (condition in ('as_sold', 'worn', 'damaged', 'missing'));--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_deduction_check" CHECK (deduction_amount >= 0);