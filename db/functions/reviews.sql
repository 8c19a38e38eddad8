-- Keeps the counts of published reviews. Each review counts twice: for its product, and for the whole shop under product 0.
CREATE OR REPLACE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
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
    -- Sorted, so that concurrent writers lock the rows in the same order and do not deadlock.
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

CREATE OR REPLACE TRIGGER reviews_count_deleted AFTER DELETE ON reviews
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();

CREATE OR REPLACE TRIGGER reviews_count_inserted AFTER INSERT ON reviews
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();

CREATE OR REPLACE TRIGGER reviews_count_updated AFTER UPDATE ON reviews
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();
