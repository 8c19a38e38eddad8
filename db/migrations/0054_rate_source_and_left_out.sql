ALTER TABLE "import_rows" DROP CONSTRAINT "import_rows_state_check";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "left_out_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "currency_rates" ADD COLUMN "source" text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_state_check" CHECK (state in ('waiting', 'left_out', 'done', 'taken_back', 'left'));--> statement-breakpoint
ALTER TABLE "currency_rates" ADD CONSTRAINT "currency_rates_source_check" CHECK (source in ('manual', 'ecb'));