-- harbor: outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_rows_area_idx" ON "audit_rows" USING btree (split_part("about", '/', 1),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_rows_edits_idx" ON "audit_rows" USING btree ("id") WHERE call like 'PATCH /%';
