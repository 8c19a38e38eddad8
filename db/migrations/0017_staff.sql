CREATE TABLE "audit_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"call" text NOT NULL,
	"about" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"ip" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"ending" text NOT NULL,
	"scopes" text[] NOT NULL,
	"addresses" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_members" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role_id" text NOT NULL,
	"password_hash" text,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone,
	CONSTRAINT "staff_members_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_members_email_check" CHECK (email = lower(email) and char_length(email) between 3 and 100)
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"is_owner" boolean DEFAULT false NOT NULL,
	"is_built_in" boolean DEFAULT false NOT NULL,
	"refund_limit" integer,
	CONSTRAINT "staff_roles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_role_id_staff_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."staff_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_member_id_staff_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."staff_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_rows_at_idx" ON "audit_rows" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_rows_about_idx" ON "audit_rows" USING btree ("about","id");--> statement-breakpoint
CREATE INDEX "audit_rows_actor_id_idx" ON "audit_rows" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "staff_members_role_id_idx" ON "staff_members" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_member_id_idx" ON "staff_sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_expires_at_idx" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
-- The roles that come with a shop.
INSERT INTO "staff_roles" ("id", "name", "scopes", "is_owner", "is_built_in", "refund_limit") VALUES
  ('owner', 'Owner', '{orders:read,orders:write,parcels:write,refunds:read,refunds:write,returns:read,returns:judge,returns:receive,customers:read,customers:write,customers:erase,inbox:read,inbox:write,reviews:read,reviews:write,catalogue:read,catalogue:write,stock:write,marketing:read,marketing:write,content:read,content:write,settings:read,settings:write,imports:write,staff:read,staff:write,keys:write,audit:read}', true, true, null),
  ('manager', 'Manager', '{orders:read,orders:write,parcels:write,refunds:read,refunds:write,returns:read,returns:judge,returns:receive,customers:read,customers:write,customers:erase,inbox:read,inbox:write,reviews:read,reviews:write,catalogue:read,catalogue:write,stock:write,marketing:read,marketing:write,content:read,content:write,settings:read,settings:write,imports:write,staff:read,staff:write,audit:read}', false, true, null),
  ('support', 'Support', '{orders:read,refunds:read,returns:read,customers:read,inbox:read,reviews:read,catalogue:read,marketing:read,content:read,orders:write,returns:judge,inbox:write,reviews:write,customers:write,refunds:write}', false, true, 20000),
  ('warehouse', 'Warehouse', '{orders:read,orders:write,parcels:write,returns:read,returns:receive,catalogue:read,stock:write}', false, true, null),
  ('marketing', 'Marketing', '{catalogue:read,catalogue:write,marketing:read,marketing:write,content:read,content:write,imports:write}', false, true, null),
  ('viewer', 'Viewer', '{orders:read,refunds:read,returns:read,customers:read,inbox:read,reviews:read,catalogue:read,marketing:read,content:read,settings:read,staff:read,audit:read}', false, true, null);
--> statement-breakpoint
-- What was written down stays as it was; rows may only go, by age.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit rows are never changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_rows_never_change BEFORE UPDATE ON "audit_rows"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
