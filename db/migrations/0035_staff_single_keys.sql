ALTER TABLE "staff_members" ADD COLUMN "single_keys" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_rows_actor_name_idx" ON "audit_rows" USING btree ("actor_name","id");