ALTER TABLE "returns" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_assignee_id_staff_members_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "returns_assignee_id_idx" ON "returns" USING btree ("assignee_id","created_at");