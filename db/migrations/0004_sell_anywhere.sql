CREATE TABLE "document_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last_number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_tasks" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_tasks_kind_check" CHECK (kind in ('invoice', 'credit_note'))
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"number" text NOT NULL,
	"order_id" text NOT NULL,
	"customer_id" text,
	"refund_id" text,
	"issued_at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"net_amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"gross_amount" bigint NOT NULL,
	"snapshot" jsonb NOT NULL,
	CONSTRAINT "documents_number_unique" UNIQUE("number"),
	CONSTRAINT "documents_refund_id_key" UNIQUE("refund_id"),
	CONSTRAINT "documents_kind_check" CHECK (kind in ('invoice', 'credit_note')),
	CONSTRAINT "documents_refund_check" CHECK ((kind = 'credit_note') = (refund_id is not null)),
	CONSTRAINT "documents_amounts_check" CHECK (gross_amount = net_amount + tax_amount)
);
--> statement-breakpoint
CREATE TABLE "market_countries" (
	"country" text PRIMARY KEY NOT NULL,
	"market_id" text NOT NULL,
	"excluded_postcodes" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "market_countries_country_check" CHECK (country ~ '^[A-Z]{2}$'),
	CONSTRAINT "market_countries_postcodes_check" CHECK (cardinality(excluded_postcodes) <= 200)
);
--> statement-breakpoint
CREATE TABLE "markets" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"tax_display" text DEFAULT 'included' NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "markets_tax_display_check" CHECK (tax_display in ('included', 'added')),
	CONSTRAINT "markets_status_check" CHECK (status in ('draft', 'active')),
	CONSTRAINT "markets_languages_check" CHECK (cardinality(languages) <= 50)
);
--> statement-breakpoint
CREATE TABLE "order_taxes" (
	"order_id" text NOT NULL,
	"customer_id" text,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"country" text NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"rate" integer NOT NULL,
	"net_amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"gross_amount" bigint NOT NULL,
	CONSTRAINT "order_taxes_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_taxes_kind_check" CHECK (kind in ('items', 'shipping')),
	CONSTRAINT "order_taxes_amounts_check" CHECK (gross_amount = net_amount + tax_amount and net_amount >= 0 and tax_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "shipping_bands" (
	"method_id" integer NOT NULL,
	"up_to" bigint NOT NULL,
	"price_amount" bigint NOT NULL,
	CONSTRAINT "shipping_bands_method_id_up_to_pk" PRIMARY KEY("method_id","up_to"),
	CONSTRAINT "shipping_bands_check" CHECK (up_to > 0 and price_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "refund_taxes" (
	"refund_id" text NOT NULL,
	"position" integer NOT NULL,
	"order_line_id" text,
	"country" text NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"rate" integer NOT NULL,
	"net_amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"gross_amount" bigint NOT NULL,
	CONSTRAINT "refund_taxes_refund_id_position_pk" PRIMARY KEY("refund_id","position"),
	CONSTRAINT "refund_taxes_amounts_check" CHECK (gross_amount = net_amount + tax_amount and net_amount >= 0 and tax_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "tax_categories" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"category" text,
	"name" text DEFAULT 'VAT' NOT NULL,
	"rate" integer NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date,
	"source" text DEFAULT '' NOT NULL,
	"source_date" date,
	CONSTRAINT "tax_rates_country_check" CHECK (country ~ '^[A-Z]{2}$'),
	CONSTRAINT "tax_rates_rate_check" CHECK (rate between 0 and 100000),
	CONSTRAINT "tax_rates_dates_check" CHECK (valid_until is null or valid_until >= valid_from)
);
--> statement-breakpoint
CREATE TABLE "tax_registrations" (
	"id" text PRIMARY KEY NOT NULL,
	"scheme" text NOT NULL,
	"country" text NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"limit_amount" integer,
	"limit_currency" text,
	"valid_from" date NOT NULL,
	"valid_until" date,
	CONSTRAINT "tax_registrations_scheme_check" CHECK (scheme in ('domestic', 'oss', 'destination')),
	CONSTRAINT "tax_registrations_country_check" CHECK (country ~ '^[A-Z]{2}$'),
	CONSTRAINT "tax_registrations_limit_check" CHECK ((limit_amount is null) = (limit_currency is null) and limit_amount >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_paid_check";--> statement-breakpoint
ALTER TABLE "order_totals" DROP CONSTRAINT "order_totals_code_check";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total_check";--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "tax_category" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_category" text;--> statement-breakpoint
ALTER TABLE "skus" ADD COLUMN "weight" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "added_tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_rate" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "added_tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_treatment" text DEFAULT 'untaxed' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "vat_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "shipping_methods" ADD COLUMN "market_id" text;--> statement-breakpoint
ALTER TABLE "shipping_methods" ADD COLUMN "carrier" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_methods" ADD COLUMN "price_by" text DEFAULT 'fixed' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_tasks" ADD CONSTRAINT "document_tasks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_tasks_created_at_idx" ON "document_tasks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "document_tasks_order_id_idx" ON "document_tasks" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_countries" ADD CONSTRAINT "market_countries_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_currency_currencies_code_fk" FOREIGN KEY ("currency") REFERENCES "public"."currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_taxes" ADD CONSTRAINT "order_taxes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_bands" ADD CONSTRAINT "shipping_bands_method_id_shipping_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."shipping_methods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_taxes" ADD CONSTRAINT "refund_taxes_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_taxes" ADD CONSTRAINT "refund_taxes_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_rates" ADD CONSTRAINT "tax_rates_category_tax_categories_code_fk" FOREIGN KEY ("category") REFERENCES "public"."tax_categories"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_one_invoice_per_order_key" ON "documents" USING btree ("order_id") WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX "documents_order_id_idx" ON "documents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "documents_issued_at_idx" ON "documents" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "market_countries_market_id_idx" ON "market_countries" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "refund_taxes_order_line_id_idx" ON "refund_taxes" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_start_key" ON "tax_rates" USING btree ("country","region",coalesce("category", ''),"valid_from");--> statement-breakpoint
CREATE INDEX "tax_rates_category_idx" ON "tax_rates" USING btree ("category");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_registrations_place_key" ON "tax_registrations" USING btree ("scheme","country","region");--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_tax_category_tax_categories_code_fk" FOREIGN KEY ("tax_category") REFERENCES "public"."tax_categories"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_tax_category_tax_categories_code_fk" FOREIGN KEY ("tax_category") REFERENCES "public"."tax_categories"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_methods" ADD CONSTRAINT "shipping_methods_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "categories_tax_category_idx" ON "categories" USING btree ("tax_category");--> statement-breakpoint
CREATE INDEX "products_tax_category_idx" ON "products" USING btree ("tax_category");--> statement-breakpoint
CREATE INDEX "shipping_methods_market_id_idx" ON "shipping_methods" USING btree ("market_id");--> statement-breakpoint
ALTER TABLE "skus" ADD CONSTRAINT "skus_weight_check" CHECK (weight between 0 and 1000000);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_tax_check" CHECK (added_tax_amount >= 0 and tax_amount between added_tax_amount and paid_amount) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_paid_check" CHECK (paid_amount = price_amount - discount_amount + added_tax_amount) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_totals" ADD CONSTRAINT "order_totals_code_check" CHECK (code in ('subtotal', 'discount', 'shipping', 'tax', 'total', 'credit')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tax_check" CHECK (added_tax_amount >= 0 and tax_amount between added_tax_amount and total_amount) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total_check" CHECK (total_amount = subtotal_amount - discount_amount + shipping_amount + added_tax_amount) NOT VALID;--> statement-breakpoint
ALTER TABLE "shipping_methods" ADD CONSTRAINT "shipping_methods_price_by_check" CHECK (price_by in ('fixed', 'weight', 'total'));