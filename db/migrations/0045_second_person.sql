CREATE TABLE "staff_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"input" jsonb NOT NULL,
	"amount" bigint,
	"currency" text,
	"home_amount" bigint,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"is_granted" boolean,
	CONSTRAINT "staff_requests_two_people_check" CHECK (not is_granted or decided_by <> asked_by)
);
--> statement-breakpoint
ALTER TABLE "staff_members" ADD COLUMN "keys" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_requests" ADD CONSTRAINT "staff_requests_asked_by_staff_members_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_requests_open_idx" ON "staff_requests" USING btree ("kind","about") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "staff_requests_expires_at_idx" ON "staff_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_requests_asked_by_idx" ON "staff_requests" USING btree ("asked_by");