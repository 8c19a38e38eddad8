DROP INDEX "order_lines_sku_id_idx";--> statement-breakpoint
CREATE INDEX "order_lines_sku_id_order_id_idx" ON "order_lines" USING btree ("sku_id","order_id");--> statement-breakpoint
CREATE INDEX "reviews_rank_idx" ON "reviews" USING btree ("rank","created_at","id");