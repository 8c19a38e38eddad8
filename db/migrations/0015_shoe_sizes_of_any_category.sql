ALTER TABLE "shoe_sizes" DROP CONSTRAINT "shoe_sizes_category_code_categories_code_fk";
