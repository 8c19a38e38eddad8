CREATE TABLE "analytics_totals" (
	"day" date NOT NULL,
	"name" text NOT NULL,
	"reports" bigint NOT NULL,
	CONSTRAINT "analytics_totals_day_name_pk" PRIMARY KEY("day","name")
);
--> statement-breakpoint
CREATE INDEX "subscribers_left_idx" ON "subscribers" USING btree ("unsubscribed_at") WHERE unsubscribed_at is not null;--> statement-breakpoint
CREATE INDEX "advert_clicks_at_idx" ON "advert_clicks" USING brin ("at");--> statement-breakpoint
CREATE INDEX "analytics_events_at_idx" ON "analytics_events" USING brin ("at");--> statement-breakpoint
CREATE INDEX "chat_conversations_guests_idx" ON "chat_conversations" USING btree ("last_message_at") WHERE customer_id is null;--> statement-breakpoint
CREATE INDEX "tickets_closed_idx" ON "tickets" USING btree ("created_at") WHERE status = 'closed';--> statement-breakpoint
CREATE INDEX "coupon_claims_unused_idx" ON "coupon_claims" USING btree ("expires_at") WHERE status = 1 and order_id is null;--> statement-breakpoint
CREATE INDEX "customers_unproved_idx" ON "customers" USING btree ("created_at") WHERE email_confirmed_at is null;