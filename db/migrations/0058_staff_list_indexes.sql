DROP INDEX "tickets_guest_email_idx";--> statement-breakpoint
DROP INDEX "orders_guest_email_idx";--> statement-breakpoint
CREATE INDEX "tickets_email_idx" ON "tickets" USING btree ("email");--> statement-breakpoint
CREATE INDEX "reviews_photos_idx" ON "reviews" USING btree ("created_at","id") WHERE has_images;--> statement-breakpoint
CREATE INDEX "reviews_answered_idx" ON "reviews" USING btree ("created_at","id") WHERE answer is not null;--> statement-breakpoint
CREATE INDEX "reviews_unread_idx" ON "reviews" USING btree ("created_at","id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "orders_guest_email_idx" ON "orders" USING btree ("email","created_at") WHERE customer_id is null;