CREATE TABLE "order_tags" (
	"order_id" text NOT NULL,
	"tag" text NOT NULL,
	"key" text GENERATED ALWAYS AS (lower(tag)) STORED NOT NULL,
	CONSTRAINT "order_tags_order_id_key_pk" PRIMARY KEY("order_id","key"),
	CONSTRAINT "order_tags_tag_check" CHECK (char_length(tag) between 1 and 30)
);
--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "order_tags" ADD CONSTRAINT "order_tags_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_tags_key_idx" ON "order_tags" USING btree ("key","order_id");--> statement-breakpoint
CREATE INDEX "orders_shipping_method_idx" ON "orders" USING btree ("shipping_method");--> statement-breakpoint
CREATE INDEX "orders_refunded_idx" ON "orders" USING btree ("created_at","id") WHERE refunded_amount > 0;--> statement-breakpoint
CREATE INDEX "package_events_problem_idx" ON "package_events" USING btree ("package_id") WHERE kind = 'problem';--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_weight_check" CHECK (weight_grams between 1 and 100000);