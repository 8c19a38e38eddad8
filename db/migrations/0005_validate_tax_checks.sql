-- harbor: outside of a transaction
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_tax_check";
--> statement-breakpoint
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_paid_check";
--> statement-breakpoint
ALTER TABLE "order_totals" VALIDATE CONSTRAINT "order_totals_code_check";
--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_tax_check";
--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_total_check";
