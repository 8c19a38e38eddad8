CREATE TABLE "staff_views" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"place" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD COLUMN "inputs" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_views" ADD CONSTRAINT "staff_views_member_id_staff_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."staff_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_views_member_id_name_idx" ON "staff_views" USING btree ("member_id","place","name");--> statement-breakpoint
CREATE INDEX "staff_views_place_idx" ON "staff_views" USING btree ("place","is_shared");