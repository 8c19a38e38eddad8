CREATE TABLE "advert_days" (
	"advert_id" integer NOT NULL,
	"day" date NOT NULL,
	"shown" bigint NOT NULL,
	CONSTRAINT "advert_days_advert_id_day_pk" PRIMARY KEY("advert_id","day")
);
--> statement-breakpoint
ALTER TABLE "advert_days" ADD CONSTRAINT "advert_days_advert_id_adverts_id_fk" FOREIGN KEY ("advert_id") REFERENCES "public"."adverts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "advert_days_day_idx" ON "advert_days" USING btree ("day");