-- harbor: outside of a transaction
ALTER TABLE "chat_messages" DROP CONSTRAINT IF EXISTS "chat_messages_conversation_id_chat_conversations_id_fk",
  ADD CONSTRAINT "chat_messages_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "chat_messages" VALIDATE CONSTRAINT "chat_messages_conversation_id_chat_conversations_id_fk";
--> statement-breakpoint
ALTER TABLE "ticket_answers" DROP CONSTRAINT IF EXISTS "ticket_answers_ticket_id_tickets_id_fk",
  ADD CONSTRAINT "ticket_answers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "ticket_answers" VALIDATE CONSTRAINT "ticket_answers_ticket_id_tickets_id_fk";
