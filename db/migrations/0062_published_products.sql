-- Products that exist count as published at first: a constant default rewrites no row.
ALTER TABLE "products" ADD COLUMN "was_published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "was_published" SET DEFAULT false;--> statement-breakpoint
-- A product that is not on sale, and that no order and no review names, was never published as far as the shop knows.
UPDATE products p SET was_published = false
WHERE p.status <> 1
  AND NOT EXISTS (SELECT FROM order_lines l WHERE l.product_id = p.id)
  AND NOT EXISTS (SELECT FROM reviews r WHERE r.product_id = p.id);--> statement-breakpoint
-- A product has been published from the first time it is on sale, however its status was written.
CREATE FUNCTION keep_was_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.was_published := NEW.was_published OR NEW.status = 1 OR (TG_OP = 'UPDATE' AND OLD.was_published);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_was_published BEFORE INSERT OR UPDATE OF status, was_published ON products
  FOR EACH ROW EXECUTE FUNCTION keep_was_published();
--> statement-breakpoint
-- Until now a shopper could like a product that was never on sale.
DELETE FROM wishlist_items w USING products p WHERE p.id = w.product_id AND NOT p.was_published;
