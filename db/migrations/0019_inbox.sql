CREATE TABLE "answer_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"area" text NOT NULL,
	"language" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "answer_templates_name_key" UNIQUE("area","name","language"),
	CONSTRAINT "answer_templates_body_check" CHECK (char_length(body) between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "inbox_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inbox_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" text,
	"conversation_id" text,
	"staff_name" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "inbox_notes_subject_check" CHECK (num_nonnulls(ticket_id, conversation_id) = 1),
	CONSTRAINT "inbox_notes_body_check" CHECK (char_length(body) between 1 and 2000)
);
--> statement-breakpoint
DROP INDEX "tickets_closed_idx";--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "inbox_notes" ADD CONSTRAINT "inbox_notes_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_notes" ADD CONSTRAINT "inbox_notes_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_notes_ticket_id_idx" ON "inbox_notes" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "inbox_notes_conversation_id_idx" ON "inbox_notes" USING btree ("conversation_id","id");--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_assignee_id_staff_members_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_staff_members_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_conversations_last_idx" ON "chat_conversations" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "chat_conversations_assignee_id_idx" ON "chat_conversations" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "tickets_status_idx" ON "tickets" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_assignee_id_idx" ON "tickets" USING btree ("assignee_id","created_at");