CREATE TABLE "chat_message_images" (
	"message_id" bigint NOT NULL,
	"image_id" text NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "chat_message_images_message_id_image_id_pk" PRIMARY KEY("message_id","image_id"),
	CONSTRAINT "chat_message_images_position_key" UNIQUE("message_id","position"),
	CONSTRAINT "chat_message_images_position_check" CHECK (position between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "ticket_answer_images" (
	"answer_id" bigint NOT NULL,
	"image_id" text NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "ticket_answer_images_answer_id_image_id_pk" PRIMARY KEY("answer_id","image_id"),
	CONSTRAINT "ticket_answer_images_position_key" UNIQUE("answer_id","position"),
	CONSTRAINT "ticket_answer_images_position_check" CHECK (position between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "images" DROP CONSTRAINT "images_kind_check";--> statement-breakpoint
ALTER TABLE "chat_message_images" ADD CONSTRAINT "chat_message_images_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message_images" ADD CONSTRAINT "chat_message_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_answer_images" ADD CONSTRAINT "ticket_answer_images_answer_id_ticket_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."ticket_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_answer_images" ADD CONSTRAINT "ticket_answer_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_message_images_image_id_idx" ON "chat_message_images" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "ticket_answer_images_image_id_idx" ON "ticket_answer_images" USING btree ("image_id");--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_kind_check" CHECK (kind in ('return', 'review', 'ticket', 'chat'));--> statement-breakpoint
-- A picture that went with words which are gone, by whatever way they went, is no longer used: the timer that removes
-- unused pictures takes its file and its row. The same one may stand in other words of the same kind.
CREATE FUNCTION release_image() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_shown boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE image_id = $1)', TG_TABLE_NAME) INTO is_shown USING OLD.image_id;
  IF NOT is_shown THEN
    UPDATE images SET expires_at = used_at, used_at = NULL WHERE id = OLD.image_id AND used_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER release_image AFTER DELETE ON ticket_answer_images FOR EACH ROW EXECUTE FUNCTION release_image();--> statement-breakpoint
CREATE TRIGGER release_image AFTER DELETE ON chat_message_images FOR EACH ROW EXECUTE FUNCTION release_image();
