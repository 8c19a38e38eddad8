ALTER TABLE "orders" DROP CONSTRAINT "orders_moments_check";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "is_loose" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stock_held_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "order_lines_loose_idx" ON "order_lines" USING btree ("sku_id") WHERE is_loose;--> statement-breakpoint
CREATE INDEX "orders_hold_due_idx" ON "orders" USING btree ("stock_held_until") WHERE status_id = 1;--> statement-breakpoint
CREATE INDEX "orders_unpaid_network_idx" ON "orders" USING btree ("network") WHERE network is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_moments_check" CHECK (case
        when status_id = 1 then paid_at is null
        when status_id in (4, 5, 6) then paid_at is not null
        when status_id = 13 then hold_reason is not null and (paid_at is not null or total_amount = 0)
        when status_id = 7 then shipped_at is not null and auto_receive_at is not null
        when status_id = 8 then cancelled_at is not null
        when status_id = 10 then received_at is not null and auto_complete_at is not null
        when status_id = 11 then received_at is not null and completed_at is not null
        when status_id = 9 then received_at is not null and closed_at is not null
      end);