CREATE TABLE "review_counts" (
	"product_id" integer NOT NULL,
	"rank" smallint NOT NULL,
	"has_images" boolean NOT NULL,
	"fit_label_id" integer NOT NULL,
	"reviews" integer NOT NULL,
	CONSTRAINT "review_counts_product_id_rank_has_images_fit_label_id_pk" PRIMARY KEY("product_id","rank","has_images","fit_label_id"),
	CONSTRAINT "review_counts_reviews_check" CHECK (reviews >= 0)
);
--> statement-breakpoint
DROP INDEX "reviews_product_rank_idx";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "fit_label_id" integer;--> statement-breakpoint

-- What the table files cannot express: the reviews written so far, and the trigger that counts from now on.
UPDATE "reviews" SET "fit_label_id" = k."label_id"
	FROM "review_label_links" k WHERE k."review_id" = "reviews"."id" AND k."kind" = 'fit';
--> statement-breakpoint
INSERT INTO "review_counts" ("product_id", "rank", "has_images", "fit_label_id", "reviews")
	SELECT counted.product, "rank", "has_images", coalesce("fit_label_id", 0), count(*)
	FROM "reviews", LATERAL (VALUES ("product_id"), (0)) AS counted (product)
	WHERE "status" = 'published' GROUP BY 1, 2, 3, 4;
--> statement-breakpoint

-- Each review counts twice: for its product, and under 0 for the whole shop.
CREATE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		UPDATE review_counts SET reviews = review_counts.reviews - gone.reviews
		FROM (
			SELECT counted.product, rank, has_images, coalesce(fit_label_id, 0) AS fit, count(*) AS reviews
			FROM old_rows, LATERAL (VALUES (product_id), (0)) AS counted (product)
			WHERE status = 'published' GROUP BY 1, 2, 3, 4
		) AS gone
		WHERE review_counts.product_id = gone.product AND review_counts.rank = gone.rank
			AND review_counts.has_images = gone.has_images AND review_counts.fit_label_id = gone.fit;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		-- In order, so that two who write at once wait for each other instead of for ever.
		INSERT INTO review_counts (product_id, rank, has_images, fit_label_id, reviews)
			SELECT counted.product, rank, has_images, coalesce(fit_label_id, 0), count(*)
			FROM new_rows, LATERAL (VALUES (product_id), (0)) AS counted (product)
			WHERE status = 'published' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
		ON CONFLICT (product_id, rank, has_images, fit_label_id)
			DO UPDATE SET reviews = review_counts.reviews + excluded.reviews;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER reviews_count_inserted AFTER INSERT ON "reviews"
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();
--> statement-breakpoint
CREATE TRIGGER reviews_count_updated AFTER UPDATE ON "reviews"
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();
--> statement-breakpoint
CREATE TRIGGER reviews_count_deleted AFTER DELETE ON "reviews"
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();
