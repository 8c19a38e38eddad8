DROP INDEX "webhook_deliveries_waiting_idx";--> statement-breakpoint
DROP INDEX "webhook_deliveries_endpoint_failed_idx";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_state_idx" ON "webhook_deliveries" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_state_idx" ON "webhook_deliveries" USING btree ("endpoint_id","state","id");