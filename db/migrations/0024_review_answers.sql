ALTER TABLE "reviews" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "reviews_created_at_idx" ON "reviews" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_hidden_idx" ON "reviews" USING btree ("created_at","id") WHERE status = 'hidden';--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answer_check" CHECK ((answer is null) = (answered_at is null) and char_length(answer) between 1 and 1000);