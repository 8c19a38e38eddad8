CREATE TABLE "import_pictures" (
	"import_id" text NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	CONSTRAINT "import_pictures_import_id_source_pk" PRIMARY KEY("import_id","source"),
	CONSTRAINT "import_pictures_state_check" CHECK (state in ('waiting', 'here', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" text NOT NULL,
	"position" integer NOT NULL,
	"line" integer NOT NULL,
	"key" text,
	"outcome" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	"record" jsonb,
	"changes" jsonb,
	"written" jsonb,
	"before" jsonb,
	"source" jsonb,
	CONSTRAINT "import_rows_import_id_position_pk" PRIMARY KEY("import_id","position"),
	CONSTRAINT "import_rows_outcome_check" CHECK (outcome in ('new', 'changed', 'unchanged', 'wrong')),
	CONSTRAINT "import_rows_state_check" CHECK (state in ('waiting', 'done', 'taken_back', 'left'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"currency" text NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'reading' NOT NULL,
	"new_rows" integer DEFAULT 0 NOT NULL,
	"changed_rows" integer DEFAULT 0 NOT NULL,
	"unchanged_rows" integer DEFAULT 0 NOT NULL,
	"wrong_rows" integer DEFAULT 0 NOT NULL,
	"done_rows" integer DEFAULT 0 NOT NULL,
	"taken_back_rows" integer DEFAULT 0 NOT NULL,
	"left_rows" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"run_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "imports_kind_check" CHECK (kind in ('products', 'stock', 'customers', 'orders')),
	CONSTRAINT "imports_format_check" CHECK (format in ('csv', 'json', 'shopify')),
	CONSTRAINT "imports_status_check" CHECK (status in ('reading', 'ready', 'running', 'stopped', 'done', 'undoing', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "import_pictures" ADD CONSTRAINT "import_pictures_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_pictures_waiting_idx" ON "import_pictures" USING btree ("next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "import_pictures_source_idx" ON "import_pictures" USING btree ("source") WHERE state = 'here';--> statement-breakpoint
CREATE UNIQUE INDEX "import_rows_key_key" ON "import_rows" USING btree ("import_id","key") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "import_rows_outcome_idx" ON "import_rows" USING btree ("import_id","outcome","position");--> statement-breakpoint
CREATE INDEX "import_rows_state_idx" ON "import_rows" USING btree ("import_id","state","position");--> statement-breakpoint
CREATE INDEX "imports_created_at_idx" ON "imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "imports_at_work_idx" ON "imports" USING btree ("run_at") WHERE status in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX "product_images_path_idx" ON "product_images" USING btree ("path");