CREATE TABLE "content_texts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"page_id" integer,
	"post_id" integer,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "content_texts_of_check" CHECK (num_nonnulls(page_id, post_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"page_id" integer,
	"post_id" integer,
	"language" text,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "content_versions_of_check" CHECK (num_nonnulls(page_id, post_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "content_texts" ADD CONSTRAINT "content_texts_page_id_information_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."information_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_texts" ADD CONSTRAINT "content_texts_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_page_id_information_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."information_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "content_texts_page_id_idx" ON "content_texts" USING btree ("page_id","language");--> statement-breakpoint
CREATE UNIQUE INDEX "content_texts_post_id_idx" ON "content_texts" USING btree ("post_id","language");--> statement-breakpoint
CREATE INDEX "content_texts_language_idx" ON "content_texts" USING btree ("language");--> statement-breakpoint
CREATE INDEX "content_versions_page_id_idx" ON "content_versions" USING btree ("page_id","id");--> statement-breakpoint
CREATE INDEX "content_versions_post_id_idx" ON "content_versions" USING btree ("post_id","id");
--> statement-breakpoint
CREATE TRIGGER tell_kept_table AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON content_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_kept_table();
