CREATE TABLE "arrival_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"return_item_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"sha256" text NOT NULL,
	"mime" text NOT NULL,
	"storage_key" text NOT NULL,
	"taken_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "arrival_pictures_item_sha256_key" UNIQUE("return_item_id","sha256"),
	CONSTRAINT "arrival_pictures_mime_check" CHECK (mime in ('image/png', 'image/jpeg'))
);
--> statement-breakpoint
ALTER TABLE "arrival_pictures" ADD CONSTRAINT "arrival_pictures_return_item_id_return_items_id_fk" FOREIGN KEY ("return_item_id") REFERENCES "public"."return_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "arrival_pictures_customer_id_idx" ON "arrival_pictures" USING btree ("customer_id");