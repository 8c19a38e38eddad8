ALTER TABLE "refunds" DROP CONSTRAINT "refunds_kind_check";--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_per_second_payment_key" ON "refunds" USING btree ("payment_id") WHERE kind = 'payment';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_kind_check" CHECK (case kind
        when 'order' then return_id is null and return_item_id is null
        when 'payment' then return_id is null and return_item_id is null
        when 'item' then return_id is not null and return_item_id is not null
        when 'shipping' then return_id is not null and return_item_id is null
        else false
      end);