-- harbor: outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_events_subject_idx" ON "webhook_events" USING btree ("subject");
