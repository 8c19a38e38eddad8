-- Typo-tolerant search (pg_trgm) and ranges compared together with plain values (btree_gist).
-- Both are trusted extensions: the owner of the database may create them, no superuser is needed.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"telephone" text NOT NULL,
	"address_1" text NOT NULL,
	"address_2" text DEFAULT '' NOT NULL,
	"house_num" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"country" text NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"email" text PRIMARY KEY NOT NULL,
	"subscribed_at" timestamp with time zone NOT NULL,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "subscribers_email_check" CHECK (email = lower(email) and char_length(email) between 3 and 50)
);
--> statement-breakpoint
CREATE TABLE "advert_clicks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "advert_clicks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"advert_id" integer NOT NULL,
	"customer_id" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "advert_texts" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" text NOT NULL,
	"text" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "advert_texts_dates_check" CHECK (ends_at > starts_at)
);
--> statement-breakpoint
CREATE TABLE "adverts" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" text NOT NULL,
	"link_type" text NOT NULL,
	"coupon_widget_id" integer,
	"image_path" text,
	"image_width" integer,
	"image_height" integer,
	"alt" text DEFAULT '' NOT NULL,
	"link_path" text,
	"ios_url" text,
	"google_url" text,
	"device" text DEFAULT 'all' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "adverts_position_check" CHECK (position in ('account', 'home', 'order_list', 'order_detail', 'coupon')),
	CONSTRAINT "adverts_device_check" CHECK (device in ('all', 'ios', 'android')),
	CONSTRAINT "adverts_dates_check" CHECK (ends_at > starts_at),
	CONSTRAINT "adverts_link_check" CHECK (case link_type
        when 'coupon_module' then coupon_widget_id is not null
        when 'down' then image_path is not null and ios_url is not null and google_url is not null
        else image_path is not null and link_path is not null and coupon_widget_id is null
      end)
);
--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"props" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"customer_id" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"cart_id" text NOT NULL,
	"customer_id" text,
	"sku_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_items_cart_id_sku_id_pk" PRIMARY KEY("cart_id","sku_id"),
	CONSTRAINT "cart_items_quantity_check" CHECK (quantity between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text,
	"guest_token_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "carts_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "carts_guest_token_hash_unique" UNIQUE("guest_token_hash"),
	CONSTRAINT "carts_owner_check" CHECK (num_nonnulls(customer_id, guest_token_hash) = 1)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" integer,
	"image" text,
	"is_returnable" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categories_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"product_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "product_categories_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"path" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"width" integer DEFAULT 335 NOT NULL,
	"height" integer DEFAULT 445 NOT NULL,
	CONSTRAINT "product_images_product_id_position_pk" PRIMARY KEY("product_id","position")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY NOT NULL,
	"handle" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"image" text NOT NULL,
	"feed_id" text,
	"basic_category_id" integer NOT NULL,
	"sale_type" smallint DEFAULT 1 NOT NULL,
	"sale_type_name" text,
	"search_words" text DEFAULT '' NOT NULL,
	"search_vector" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('english', search_words), 'B') || setweight(to_tsvector('english', description), 'C')) STORED,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "products_handle_unique" UNIQUE("handle"),
	CONSTRAINT "products_status_check" CHECK (status in (0, 1, 4)),
	CONSTRAINT "products_sale_type_check" CHECK (sale_type in (1, 2, 4, 5, 6)),
	CONSTRAINT "products_sale_type_name_check" CHECK (sale_type_name in ('zero_buy', 'pre_sale'))
);
--> statement-breakpoint
CREATE TABLE "shoe_sizes" (
	"category_code" text NOT NULL,
	"eu_size" smallint NOT NULL,
	"us_size" text NOT NULL,
	CONSTRAINT "shoe_sizes_category_code_eu_size_pk" PRIMARY KEY("category_code","eu_size"),
	CONSTRAINT "shoe_sizes_us_size_check" CHECK (us_size ~ '^[0-9]{1,2}([.]5)?$')
);
--> statement-breakpoint
CREATE TABLE "sku_options" (
	"sku_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"value_name" text NOT NULL,
	CONSTRAINT "sku_options_sku_id_position_pk" PRIMARY KEY("sku_id","position")
);
--> statement-breakpoint
CREATE TABLE "sku_prices" (
	"sku_id" integer NOT NULL,
	"currency" text NOT NULL,
	"price_amount" bigint NOT NULL,
	"special_price_amount" bigint,
	"new_user_price_amount" bigint,
	"compare_at_amount" bigint,
	CONSTRAINT "sku_prices_sku_id_currency_pk" PRIMARY KEY("sku_id","currency"),
	CONSTRAINT "sku_prices_amounts_check" CHECK (price_amount >= 0 and special_price_amount >= 0 and new_user_price_amount >= 0 and compare_at_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "skus" (
	"id" integer PRIMARY KEY NOT NULL,
	"sku" text NOT NULL,
	"product_id" integer NOT NULL,
	"image" text,
	"inventory" integer DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"price_amount" bigint NOT NULL,
	"special_price_amount" bigint,
	"new_user_price_amount" bigint,
	"compare_at_amount" bigint,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "skus_sku_unique" UNIQUE("sku"),
	CONSTRAINT "skus_inventory_check" CHECK (inventory >= 0),
	CONSTRAINT "skus_amounts_check" CHECK (price_amount >= 0 and special_price_amount >= 0 and new_user_price_amount >= 0 and compare_at_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "wishlist_items" (
	"customer_id" text NOT NULL,
	"product_id" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wishlist_items_customer_id_product_id_pk" PRIMARY KEY("customer_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "chat_conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text,
	"guest_token_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_message_at" timestamp with time zone NOT NULL,
	"shopper_read_id" bigint DEFAULT 0 NOT NULL,
	"staff_read_id" bigint DEFAULT 0 NOT NULL,
	"waiting_since" timestamp with time zone,
	CONSTRAINT "chat_conversations_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "chat_conversations_guest_token_hash_unique" UNIQUE("guest_token_hash"),
	CONSTRAINT "chat_conversations_owner_check" CHECK (num_nonnulls(customer_id, guest_token_hash) = 1)
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversation_id" text NOT NULL,
	"customer_id" text,
	"author" text NOT NULL,
	"staff_name" text,
	"body" text NOT NULL,
	"client_key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_messages_client_key" UNIQUE("conversation_id","client_key"),
	CONSTRAINT "chat_messages_author_check" CHECK (author in ('shopper', 'staff', 'system')),
	CONSTRAINT "chat_messages_body_check" CHECK (char_length(body) between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "shipping_methods" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"price_amount" bigint NOT NULL,
	"free_from_amount" bigint,
	"min_days" integer NOT NULL,
	"max_days" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shipping_methods_code_unique" UNIQUE("code"),
	CONSTRAINT "shipping_methods_amounts_check" CHECK (price_amount >= 0 and free_from_amount >= 0),
	CONSTRAINT "shipping_methods_days_check" CHECK (min_days between 0 and max_days)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"payment_id" text,
	"customer_id" text,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_events_event_id_key" UNIQUE("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"customer_id" text,
	"provider" text NOT NULL,
	"provider_ref" text NOT NULL,
	"method" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_provider_ref_key" UNIQUE("provider","provider_ref"),
	CONSTRAINT "payments_status_check" CHECK (status in ('pending', 'succeeded', 'declined', 'timed_out', 'cancelled')),
	CONSTRAINT "payments_amount_check" CHECK (amount >= 0),
	CONSTRAINT "payments_settled_check" CHECK (status <> 'succeeded' or settled_at is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" text NOT NULL,
	"customer_id" text,
	"payment_id" text NOT NULL,
	"return_id" text,
	"return_item_id" text,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"provider_ref" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_provider_ref_unique" UNIQUE("provider_ref"),
	CONSTRAINT "refunds_status_check" CHECK (status in ('pending', 'succeeded', 'failed')),
	CONSTRAINT "refunds_amount_check" CHECK (amount >= 0),
	CONSTRAINT "refunds_settled_check" CHECK (status <> 'succeeded' or settled_at is not null),
	CONSTRAINT "refunds_kind_check" CHECK (case kind
        when 'order' then return_id is null and return_item_id is null
        when 'item' then return_id is not null and return_item_id is not null
        when 'shipping' then return_id is not null and return_item_id is null
        else false
      end)
);
--> statement-breakpoint
CREATE TABLE "problem_types" (
	"id" integer PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"level" smallint NOT NULL,
	"name" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "problem_types_level_check" CHECK (level between 1 and 3 and (level = 1) = (parent_id is null))
);
--> statement-breakpoint
CREATE TABLE "ticket_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" text NOT NULL,
	"customer_id" text,
	"staff_name" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_answers_body_check" CHECK (body <> '')
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"ticket_no" text NOT NULL,
	"customer_id" text,
	"email" text NOT NULL,
	"customer_name" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"order_no" text,
	"problem_type_id" integer NOT NULL,
	"client_os" text DEFAULT 'mobile' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"content_hash" text NOT NULL,
	"dedupe_until" timestamp with time zone NOT NULL,
	"reply_due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tickets_ticket_no_unique" UNIQUE("ticket_no"),
	CONSTRAINT "tickets_email_check" CHECK (email = lower(email) and char_length(email) <= 50),
	CONSTRAINT "tickets_customer_name_check" CHECK (char_length(customer_name) <= 30),
	CONSTRAINT "tickets_message_check" CHECK (message <> ''),
	CONSTRAINT "tickets_order_no_check" CHECK (char_length(order_no) <= 14),
	CONSTRAINT "tickets_status_check" CHECK (status in ('open', 'answered', 'closed')),
	CONSTRAINT "tickets_dedupe_until_check" CHECK (dedupe_until >= created_at)
);
--> statement-breakpoint
CREATE TABLE "coupon_claims" (
	"id" text PRIMARY KEY NOT NULL,
	"coupon_id" integer NOT NULL,
	"link_id" integer,
	"customer_id" text,
	"email" text NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"order_id" text,
	"claimed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "coupon_claims_customer_key" UNIQUE("coupon_id","customer_id"),
	CONSTRAINT "coupon_claims_email_check" CHECK (email = lower(email)),
	CONSTRAINT "coupon_claims_status_check" CHECK (case status
        when 1 then used_at is null
        when 2 then used_at is not null and order_id is not null
        else false
      end)
);
--> statement-breakpoint
CREATE TABLE "coupon_links" (
	"id" integer PRIMARY KEY NOT NULL,
	"widget_id" integer NOT NULL,
	"coupon_id" integer NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "coupon_links_widget_id_coupon_id_key" UNIQUE("widget_id","coupon_id")
);
--> statement-breakpoint
CREATE TABLE "coupon_widgets" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"user_group" smallint DEFAULT 1 NOT NULL,
	"user_group_path" text DEFAULT '' NOT NULL,
	"register_type" smallint NOT NULL,
	"bundle_receive" smallint DEFAULT 0 NOT NULL,
	"num_per_row" smallint DEFAULT 1 NOT NULL,
	"row_num" smallint DEFAULT 1 NOT NULL,
	"has_popup" boolean DEFAULT false NOT NULL,
	"background_color" text DEFAULT '' NOT NULL,
	"style" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "coupon_widgets_user_group_check" CHECK (user_group in (1, 2, 3)),
	CONSTRAINT "coupon_widgets_register_type_check" CHECK (register_type in (1, 2)),
	CONSTRAINT "coupon_widgets_bundle_receive_check" CHECK (bundle_receive in (0, 1)),
	CONSTRAINT "coupon_widgets_rows_check" CHECK (num_per_row > 0 and row_num > 0),
	CONSTRAINT "coupon_widgets_dates_check" CHECK (ends_at > starts_at)
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"coupon_type" text NOT NULL,
	"discount_amount" bigint,
	"discount_percent" smallint,
	"maximum_amount" bigint,
	"currency" text DEFAULT 'USD' NOT NULL,
	"minimum_amount" bigint DEFAULT 0 NOT NULL,
	"conditions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"use_condition_txt" text DEFAULT '' NOT NULL,
	"object" text DEFAULT '' NOT NULL,
	"jump_url" text DEFAULT '/' NOT NULL,
	"link_name" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"valid_days" integer,
	"stock_total" integer,
	"stock_claimed" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "coupons_code_unique" UNIQUE("code"),
	CONSTRAINT "coupons_stock_check" CHECK (stock_claimed >= 0 and stock_claimed <= coalesce(stock_total, stock_claimed)),
	CONSTRAINT "coupons_discount_check" CHECK (case coupon_type
        when 'F' then coalesce(discount_amount, 0) > 0 and discount_percent is null
        when 'S' then discount_amount is null and discount_percent is null
        else coalesce(discount_percent, 0) between 1 and 100 and discount_amount is null
      end),
	CONSTRAINT "coupons_amounts_check" CHECK (minimum_amount >= 0 and maximum_amount > 0),
	CONSTRAINT "coupons_dates_check" CHECK (ends_at > starts_at),
	CONSTRAINT "coupons_valid_days_check" CHECK (valid_days > 0)
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"kind" text NOT NULL,
	"sha256" text NOT NULL,
	"mime" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "images_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "images_customer_id_kind_sha256_key" UNIQUE("customer_id","kind","sha256"),
	CONSTRAINT "images_kind_check" CHECK (kind in ('return', 'review')),
	CONSTRAINT "images_mime_check" CHECK (mime in ('image/jpeg', 'image/png')),
	CONSTRAINT "images_sha256_check" CHECK (sha256 ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "images_size_check" CHECK (width > 0 and height > 0 and bytes > 0)
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"customer_id" text,
	"position" smallint NOT NULL,
	"product_id" integer NOT NULL,
	"sku_id" integer,
	"sku_name" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image" text NOT NULL,
	"category_code" text NOT NULL,
	"category_name" text NOT NULL,
	"is_returnable" boolean DEFAULT true NOT NULL,
	"type" smallint DEFAULT 1 NOT NULL,
	"type_name" text,
	"is_gift" boolean DEFAULT false NOT NULL,
	"activity_type" smallint,
	"activity_id" integer,
	"price_amount" bigint NOT NULL,
	"compare_at_amount" bigint,
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"paid_amount" bigint NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"holds_stock" boolean DEFAULT true NOT NULL,
	"package_id" text,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "order_lines_order_id_position_key" UNIQUE("order_id","position"),
	CONSTRAINT "order_lines_id_order_customer_key" UNIQUE("id","order_id","customer_id"),
	CONSTRAINT "order_lines_type_check" CHECK (type in (1, 2, 4, 5, 6)),
	CONSTRAINT "order_lines_type_name_check" CHECK (type_name in ('zero_buy', 'pre_sale')),
	CONSTRAINT "order_lines_amounts_check" CHECK (price_amount >= 0 and compare_at_amount >= 0),
	CONSTRAINT "order_lines_discount_check" CHECK (discount_amount between 0 and price_amount),
	CONSTRAINT "order_lines_paid_check" CHECK (paid_amount = price_amount - discount_amount),
	CONSTRAINT "order_lines_refunded_check" CHECK (refunded_amount between 0 and paid_amount)
);
--> statement-breakpoint
CREATE TABLE "order_addresses" (
	"order_id" text NOT NULL,
	"customer_id" text,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"telephone" text NOT NULL,
	"address_1" text NOT NULL,
	"address_2" text DEFAULT '' NOT NULL,
	"house_num" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"country" text NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	CONSTRAINT "order_addresses_order_id_pk" PRIMARY KEY("order_id")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"customer_id" text,
	"command" text NOT NULL,
	"from_status" smallint,
	"to_status" smallint NOT NULL,
	"actor" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_events_actor_check" CHECK (actor in ('shopper', 'staff', 'timer', 'carrier', 'provider', 'system'))
);
--> statement-breakpoint
CREATE TABLE "order_totals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_totals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"customer_id" text,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"amount" bigint NOT NULL,
	"sort" smallint NOT NULL,
	CONSTRAINT "order_totals_code_check" CHECK (code in ('subtotal', 'discount', 'shipping', 'total'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"customer_id" text,
	"email" text NOT NULL,
	"status_id" smallint DEFAULT 1 NOT NULL,
	"invalid_status" smallint DEFAULT 0 NOT NULL,
	"language_id" integer,
	"currency" text NOT NULL,
	"subtotal_amount" bigint NOT NULL,
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"shipping_amount" bigint DEFAULT 0 NOT NULL,
	"total_amount" bigint NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"coupon_code" text,
	"shipping_method" text DEFAULT '' NOT NULL,
	"payment_method" text,
	"ga_counter" smallint DEFAULT 0 NOT NULL,
	"ga_acknowledged_at" timestamp with time zone,
	"hold_reason" text,
	"cancel_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"auto_receive_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"auto_complete_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "orders_order_no_unique" UNIQUE("order_no"),
	CONSTRAINT "orders_id_customer_id_key" UNIQUE("id","customer_id"),
	CONSTRAINT "orders_order_no_check" CHECK (order_no ~ '^[A-Z]{2}[A-Z0-9]{11}$'),
	CONSTRAINT "orders_email_check" CHECK (email = lower(email)),
	CONSTRAINT "orders_status_check" CHECK (status_id in (1, 4, 5, 6, 7, 8, 9, 10, 11, 13)),
	CONSTRAINT "orders_invalid_status_check" CHECK (invalid_status in (0, 1) and (status_id <> 8 or invalid_status = 1)),
	CONSTRAINT "orders_ga_counter_check" CHECK (ga_counter in (0, 1)),
	CONSTRAINT "orders_amounts_check" CHECK (subtotal_amount >= 0 and shipping_amount >= 0 and total_amount >= 0),
	CONSTRAINT "orders_discount_check" CHECK (discount_amount between 0 and subtotal_amount + shipping_amount),
	CONSTRAINT "orders_total_check" CHECK (total_amount = subtotal_amount - discount_amount + shipping_amount),
	CONSTRAINT "orders_refunded_check" CHECK (refunded_amount between 0 and total_amount),
	CONSTRAINT "orders_moments_check" CHECK (case
        when status_id = 1 then paid_at is null
        when status_id in (4, 5, 6) then paid_at is not null
        when status_id = 13 then paid_at is not null and hold_reason is not null
        when status_id = 7 then shipped_at is not null and auto_receive_at is not null
        when status_id = 8 then cancelled_at is not null
        when status_id = 10 then received_at is not null and auto_complete_at is not null
        when status_id = 11 then received_at is not null and completed_at is not null
        when status_id = 9 then received_at is not null and closed_at is not null
      end)
);
--> statement-breakpoint
CREATE TABLE "package_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "package_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"package_id" text NOT NULL,
	"customer_id" text,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "package_events_report_key" UNIQUE("package_id","at","description"),
	CONSTRAINT "package_events_kind_check" CHECK (kind in ('accepted', 'in_transit', 'out_for_delivery', 'delivered', 'problem'))
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"customer_id" text,
	"carrier" text,
	"tracking_no" text,
	"tracking_url" text,
	"packed_at" timestamp with time zone NOT NULL,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "packages_id_order_id_key" UNIQUE("id","order_id"),
	CONSTRAINT "packages_shipped_check" CHECK (shipped_at is null or (carrier is not null and tracking_no is not null)),
	CONSTRAINT "packages_delivered_check" CHECK (delivered_at is null or shipped_at is not null)
);
--> statement-breakpoint
CREATE TABLE "blog_posts" (
	"id" integer PRIMARY KEY NOT NULL,
	"handle" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"image" text,
	"author" text DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blog_posts_handle_unique" UNIQUE("handle")
);
--> statement-breakpoint
CREATE TABLE "information_pages" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "information_pages_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "product_tests" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"image" text,
	"product_id" integer,
	"is_open" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "return_comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "return_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"return_id" text NOT NULL,
	"return_item_id" text,
	"customer_id" text NOT NULL,
	"author" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "return_comments_author_check" CHECK (author in ('staff', 'system')),
	CONSTRAINT "return_comments_body_check" CHECK (body <> '')
);
--> statement-breakpoint
CREATE TABLE "return_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "return_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"return_id" text NOT NULL,
	"return_item_id" text,
	"customer_id" text NOT NULL,
	"command" text NOT NULL,
	"from_status" smallint,
	"to_status" smallint NOT NULL,
	"actor" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "return_events_actor_check" CHECK (actor in ('shopper', 'staff', 'timer', 'carrier', 'provider', 'system'))
);
--> statement-breakpoint
CREATE TABLE "return_images" (
	"return_id" text NOT NULL,
	"image_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "return_images_return_id_image_id_pk" PRIMARY KEY("return_id","image_id"),
	CONSTRAINT "return_images_position_key" UNIQUE("return_id","position"),
	CONSTRAINT "return_images_position_check" CHECK (position between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "return_items" (
	"id" text PRIMARY KEY NOT NULL,
	"return_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"order_id" text NOT NULL,
	"order_line_id" text NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"reason_id" integer NOT NULL,
	"child_reason_id" integer,
	"refund_amount" bigint NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"refund_at" timestamp with time zone,
	"shipment_expired_at" timestamp with time zone,
	"delivery_company" text,
	"tracking_number" text,
	"logistics_at" timestamp with time zone,
	"first_scan_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "return_items_return_id_order_line_id_key" UNIQUE("return_id","order_line_id"),
	CONSTRAINT "return_items_status_check" CHECK (status between 1 and 9),
	CONSTRAINT "return_items_refund_check" CHECK (refund_amount >= 0 and refunded_amount between 0 and refund_amount),
	CONSTRAINT "return_items_refunded_check" CHECK (status <> 5 or refund_at is not null),
	CONSTRAINT "return_items_returning_check" CHECK (status <> 2 or shipment_expired_at is not null),
	CONSTRAINT "return_items_logistics_check" CHECK (num_nonnulls(delivery_company, tracking_number, logistics_at) in (0, 3)),
	CONSTRAINT "return_items_parcel_check" CHECK (char_length(delivery_company) >= 4 and char_length(tracking_number) >= 4)
);
--> statement-breakpoint
CREATE TABLE "return_reasons" (
	"id" integer PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"code" text NOT NULL,
	"reason" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "return_reasons_code_unique" UNIQUE("code"),
	CONSTRAINT "return_reasons_id_parent_id_key" UNIQUE("id","parent_id"),
	CONSTRAINT "return_reasons_parent_check" CHECK (parent_id <> id)
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" text PRIMARY KEY NOT NULL,
	"return_no" text NOT NULL,
	"order_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"policy" jsonb NOT NULL,
	"currency" text NOT NULL,
	"refund_total_amount" bigint DEFAULT 0 NOT NULL,
	"refund_shipping_amount" bigint DEFAULT 0 NOT NULL,
	"refund_shipping_at" timestamp with time zone,
	"reply_due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "returns_return_no_unique" UNIQUE("return_no"),
	CONSTRAINT "returns_id_order_customer_key" UNIQUE("id","order_id","customer_id"),
	CONSTRAINT "returns_status_check" CHECK (status between 1 and 9),
	CONSTRAINT "returns_comment_check" CHECK (char_length(comment) <= 500),
	CONSTRAINT "returns_amounts_check" CHECK (refund_total_amount >= 0 and refund_shipping_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "review_images" (
	"review_id" text NOT NULL,
	"image_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "review_images_review_id_image_id_pk" PRIMARY KEY("review_id","image_id"),
	CONSTRAINT "review_images_position_key" UNIQUE("review_id","position"),
	CONSTRAINT "review_images_position_check" CHECK (position between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "review_label_links" (
	"review_id" text NOT NULL,
	"label_id" integer NOT NULL,
	"kind" text NOT NULL,
	"customer_id" text NOT NULL,
	CONSTRAINT "review_label_links_review_id_label_id_pk" PRIMARY KEY("review_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "review_labels" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'tag' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "review_labels_name_unique" UNIQUE("name"),
	CONSTRAINT "review_labels_id_kind_key" UNIQUE("id","kind"),
	CONSTRAINT "review_labels_kind_check" CHECK (kind in ('tag', 'fit'))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"product_id" integer NOT NULL,
	"sku" text NOT NULL,
	"rank" smallint NOT NULL,
	"content" text NOT NULL,
	"author_name" text DEFAULT '' NOT NULL,
	"has_images" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'published' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reviews_order_product_sku_key" UNIQUE("order_id","product_id","sku"),
	CONSTRAINT "reviews_rank_check" CHECK (rank between 10 and 100 and rank % 10 = 0),
	CONSTRAINT "reviews_content_check" CHECK (char_length(content) between 1 and 500),
	CONSTRAINT "reviews_status_check" CHECK (status in ('published', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "navigation_items" (
	"id" integer PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"name" text NOT NULL,
	"link_type" text NOT NULL,
	"information_page_id" integer,
	"blog_post_id" integer,
	"product_test_id" integer,
	"link" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	CONSTRAINT "navigation_items_link_type_check" CHECK (case link_type
        when 'group' then true
        when 'term_list' then information_page_id is not null
        when 'blog' then true
        when 'product_test' then product_test_id is not null
        when 'custom_link' then link is not null or id in (99997, 99998, 99999)
        else false
      end),
	CONSTRAINT "navigation_items_parent_check" CHECK (parent_id <> id)
);
--> statement-breakpoint
CREATE TABLE "currencies" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"symbol_left" text DEFAULT '' NOT NULL,
	"symbol_right" text DEFAULT '' NOT NULL,
	"decimals" smallint DEFAULT 2 NOT NULL,
	"rounding_amount" bigint DEFAULT 1 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "currencies_code_unique" UNIQUE("code"),
	CONSTRAINT "currencies_code_check" CHECK (code ~ '^[A-Z]{3}$'),
	CONSTRAINT "currencies_decimals_check" CHECK (decimals between 0 and 4),
	CONSTRAINT "currencies_rounding_check" CHECK (rounding_amount > 0)
);
--> statement-breakpoint
CREATE TABLE "currency_rates" (
	"currency" text PRIMARY KEY NOT NULL,
	"rate" numeric(20, 10) NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	CONSTRAINT "currency_rates_rate_check" CHECK (rate > 0)
);
--> statement-breakpoint
CREATE TABLE "languages" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"own_name" text NOT NULL,
	"english_name" text NOT NULL,
	"direction" text DEFAULT 'ltr' NOT NULL,
	"has_catalogue" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "languages_code_unique" UNIQUE("code"),
	CONSTRAINT "languages_direction_check" CHECK (direction in ('ltr', 'rtl'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"language_id" integer,
	"email_confirmed_at" timestamp with time zone,
	"password_changed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_email_unique" UNIQUE("email"),
	CONSTRAINT "customers_email_check" CHECK (email = lower(email) and char_length(email) between 3 and 50)
);
--> statement-breakpoint
CREATE TABLE "email_confirmation_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "email_confirmation_tokens_email_check" CHECK (email = lower(email))
);
--> statement-breakpoint
CREATE TABLE "password_reset_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_expires_at_check" CHECK (expires_at > created_at)
);
--> statement-breakpoint
CREATE TABLE "archived_order_items" (
	"archived_order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"sku_name_en" text NOT NULL,
	"sku_attr_en" text DEFAULT '' NOT NULL,
	"price_amount" bigint NOT NULL,
	"status" text DEFAULT '' NOT NULL,
	CONSTRAINT "archived_order_items_archived_order_id_position_pk" PRIMARY KEY("archived_order_id","position")
);
--> statement-breakpoint
CREATE TABLE "archived_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text DEFAULT 'Shopify' NOT NULL,
	"order_no" text NOT NULL,
	"email" text NOT NULL,
	"firstname" text DEFAULT '' NOT NULL,
	"lastname" text DEFAULT '' NOT NULL,
	"tel" text DEFAULT '' NOT NULL,
	"zipcode" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"shipping_method" text DEFAULT '' NOT NULL,
	"currency" text NOT NULL,
	"symbol_left" text DEFAULT '' NOT NULL,
	"symbol_right" text DEFAULT '' NOT NULL,
	"decimals" smallint DEFAULT 2 NOT NULL,
	"sku_price_amount" bigint NOT NULL,
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"shipping_amount" bigint DEFAULT 0 NOT NULL,
	"total_amount" bigint NOT NULL,
	"pay_confirmed_at" timestamp with time zone NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "archived_orders_email_order_no_key" UNIQUE("email","order_no"),
	CONSTRAINT "archived_orders_email_check" CHECK (email = lower(email)),
	CONSTRAINT "archived_orders_order_no_check" CHECK (order_no = upper(order_no)),
	CONSTRAINT "archived_orders_currency_check" CHECK (currency ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"response_status" integer,
	"response_body" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_caller_call_key_pk" PRIMARY KEY("caller","call","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"reset_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rate_limits_tries_check" CHECK (tries > 0)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"customer_id" text,
	"to_email" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"dedupe_key" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"send_after" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_dedupe_key_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "mails_attempts_check" CHECK (attempts >= 0)
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advert_clicks" ADD CONSTRAINT "advert_clicks_advert_id_adverts_id_fk" FOREIGN KEY ("advert_id") REFERENCES "public"."adverts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adverts" ADD CONSTRAINT "adverts_coupon_widget_id_coupon_widgets_id_fk" FOREIGN KEY ("coupon_widget_id") REFERENCES "public"."coupon_widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_basic_category_id_categories_id_fk" FOREIGN KEY ("basic_category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shoe_sizes" ADD CONSTRAINT "shoe_sizes_category_code_categories_code_fk" FOREIGN KEY ("category_code") REFERENCES "public"."categories"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_options" ADD CONSTRAINT "sku_options_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_prices" ADD CONSTRAINT "sku_prices_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_prices" ADD CONSTRAINT "sku_prices_currency_currencies_code_fk" FOREIGN KEY ("currency") REFERENCES "public"."currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skus" ADD CONSTRAINT "skus_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skus" ADD CONSTRAINT "skus_currency_currencies_code_fk" FOREIGN KEY ("currency") REFERENCES "public"."currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_methods" ADD CONSTRAINT "shipping_methods_currency_currencies_code_fk" FOREIGN KEY ("currency") REFERENCES "public"."currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_customer_fk" FOREIGN KEY ("order_id","customer_id") REFERENCES "public"."orders"("id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_return_item_id_return_items_id_fk" FOREIGN KEY ("return_item_id") REFERENCES "public"."return_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_customer_fk" FOREIGN KEY ("order_id","customer_id") REFERENCES "public"."orders"("id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_types" ADD CONSTRAINT "problem_types_parent_id_problem_types_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."problem_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_answers" ADD CONSTRAINT "ticket_answers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_problem_type_id_problem_types_id_fk" FOREIGN KEY ("problem_type_id") REFERENCES "public"."problem_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_claims" ADD CONSTRAINT "coupon_claims_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_claims" ADD CONSTRAINT "coupon_claims_link_id_coupon_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."coupon_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_claims" ADD CONSTRAINT "coupon_claims_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_claims" ADD CONSTRAINT "coupon_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_links" ADD CONSTRAINT "coupon_links_widget_id_coupon_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."coupon_widgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_links" ADD CONSTRAINT "coupon_links_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_currency_currencies_code_fk" FOREIGN KEY ("currency") REFERENCES "public"."currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_customer_fk" FOREIGN KEY ("order_id","customer_id") REFERENCES "public"."orders"("id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_package_fk" FOREIGN KEY ("package_id","order_id") REFERENCES "public"."packages"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_addresses" ADD CONSTRAINT "order_addresses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_totals" ADD CONSTRAINT "order_totals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_currency_currencies_code_fk" FOREIGN KEY ("currency") REFERENCES "public"."currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_events" ADD CONSTRAINT "package_events_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_order_customer_fk" FOREIGN KEY ("order_id","customer_id") REFERENCES "public"."orders"("id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_tests" ADD CONSTRAINT "product_tests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_comments" ADD CONSTRAINT "return_comments_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_comments" ADD CONSTRAINT "return_comments_return_item_id_return_items_id_fk" FOREIGN KEY ("return_item_id") REFERENCES "public"."return_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_events" ADD CONSTRAINT "return_events_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_events" ADD CONSTRAINT "return_events_return_item_id_return_items_id_fk" FOREIGN KEY ("return_item_id") REFERENCES "public"."return_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_images" ADD CONSTRAINT "return_images_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_images" ADD CONSTRAINT "return_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_reason_id_return_reasons_id_fk" FOREIGN KEY ("reason_id") REFERENCES "public"."return_reasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_return_fk" FOREIGN KEY ("return_id","order_id","customer_id") REFERENCES "public"."returns"("id","order_id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_order_line_fk" FOREIGN KEY ("order_line_id","order_id","customer_id") REFERENCES "public"."order_lines"("id","order_id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_child_reason_fk" FOREIGN KEY ("child_reason_id","reason_id") REFERENCES "public"."return_reasons"("id","parent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_reasons" ADD CONSTRAINT "return_reasons_parent_id_return_reasons_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."return_reasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_customer_fk" FOREIGN KEY ("order_id","customer_id") REFERENCES "public"."orders"("id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_images" ADD CONSTRAINT "review_images_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_images" ADD CONSTRAINT "review_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_label_links" ADD CONSTRAINT "review_label_links_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_label_links" ADD CONSTRAINT "review_label_links_label_fk" FOREIGN KEY ("label_id","kind") REFERENCES "public"."review_labels"("id","kind") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_customer_fk" FOREIGN KEY ("order_id","customer_id") REFERENCES "public"."orders"("id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_items" ADD CONSTRAINT "navigation_items_parent_id_navigation_items_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."navigation_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_items" ADD CONSTRAINT "navigation_items_information_page_id_information_pages_id_fk" FOREIGN KEY ("information_page_id") REFERENCES "public"."information_pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_items" ADD CONSTRAINT "navigation_items_blog_post_id_blog_posts_id_fk" FOREIGN KEY ("blog_post_id") REFERENCES "public"."blog_posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_items" ADD CONSTRAINT "navigation_items_product_test_id_product_tests_id_fk" FOREIGN KEY ("product_test_id") REFERENCES "public"."product_tests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "currency_rates" ADD CONSTRAINT "currency_rates_currency_currencies_code_fk" FOREIGN KEY ("currency") REFERENCES "public"."currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_confirmation_tokens" ADD CONSTRAINT "email_confirmation_tokens_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archived_order_items" ADD CONSTRAINT "archived_order_items_archived_order_id_archived_orders_id_fk" FOREIGN KEY ("archived_order_id") REFERENCES "public"."archived_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_customer_id_idx" ON "addresses" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default_key" ON "addresses" USING btree ("customer_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "advert_clicks_advert_id_idx" ON "advert_clicks" USING btree ("advert_id","at");--> statement-breakpoint
CREATE INDEX "advert_texts_position_idx" ON "advert_texts" USING btree ("position","starts_at");--> statement-breakpoint
CREATE INDEX "adverts_position_idx" ON "adverts" USING btree ("position","sort","id");--> statement-breakpoint
CREATE INDEX "adverts_coupon_widget_id_idx" ON "adverts" USING btree ("coupon_widget_id");--> statement-breakpoint
CREATE INDEX "analytics_events_name_idx" ON "analytics_events" USING btree ("name","at");--> statement-breakpoint
CREATE INDEX "cart_items_sku_id_idx" ON "cart_items" USING btree ("sku_id");--> statement-breakpoint
CREATE INDEX "carts_abandoned_guests_idx" ON "carts" USING btree ("updated_at") WHERE customer_id is null;--> statement-breakpoint
CREATE INDEX "categories_parent_id_idx" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "product_categories_category_id_idx" ON "product_categories" USING btree ("category_id","product_id");--> statement-breakpoint
CREATE INDEX "products_new_arrivals_idx" ON "products" USING btree ("created_at","id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "products_basic_category_id_idx" ON "products" USING btree ("basic_category_id");--> statement-breakpoint
CREATE INDEX "products_search_vector_idx" ON "products" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "products_name_trigram_idx" ON "products" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sku_options_name_value_idx" ON "sku_options" USING btree ("name","value_name","sku_id");--> statement-breakpoint
CREATE INDEX "skus_product_id_idx" ON "skus" USING btree ("product_id","sort","id");--> statement-breakpoint
CREATE INDEX "wishlist_items_customer_id_idx" ON "wishlist_items" USING btree ("customer_id","added_at","product_id");--> statement-breakpoint
CREATE INDEX "wishlist_items_product_id_idx" ON "wishlist_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "chat_conversations_waiting_idx" ON "chat_conversations" USING btree ("waiting_since") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_conversation_id_idx" ON "chat_messages" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "payment_events_payment_id_idx" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payments_order_id_idx" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_pending_idx" ON "payments" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_per_order_key" ON "refunds" USING btree ("order_id") WHERE kind = 'order';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_per_item_key" ON "refunds" USING btree ("return_item_id") WHERE kind = 'item';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_shipping_per_return_key" ON "refunds" USING btree ("return_id") WHERE kind = 'shipping';--> statement-breakpoint
CREATE INDEX "refunds_order_id_idx" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_payment_id_idx" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_return_id_idx" ON "refunds" USING btree ("return_id");--> statement-breakpoint
CREATE INDEX "refunds_return_item_id_idx" ON "refunds" USING btree ("return_item_id");--> statement-breakpoint
CREATE INDEX "refunds_pending_idx" ON "refunds" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "problem_types_parent_id_idx" ON "problem_types" USING btree ("parent_id","sort","id");--> statement-breakpoint
CREATE INDEX "ticket_answers_ticket_id_idx" ON "ticket_answers" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "tickets_customer_id_idx" ON "tickets" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_problem_type_id_idx" ON "tickets" USING btree ("problem_type_id");--> statement-breakpoint
CREATE INDEX "tickets_guest_email_idx" ON "tickets" USING btree ("email") WHERE customer_id is null;--> statement-breakpoint
CREATE INDEX "tickets_open_idx" ON "tickets" USING btree ("reply_due_at") WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_claims_guest_key" ON "coupon_claims" USING btree ("coupon_id","email") WHERE customer_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_claims_order_id_key" ON "coupon_claims" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "coupon_claims_customer_id_idx" ON "coupon_claims" USING btree ("customer_id","status","expires_at","id");--> statement-breakpoint
CREATE INDEX "coupon_claims_guest_email_idx" ON "coupon_claims" USING btree ("email") WHERE customer_id is null;--> statement-breakpoint
CREATE INDEX "coupon_claims_link_id_idx" ON "coupon_claims" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "coupon_links_coupon_id_idx" ON "coupon_links" USING btree ("coupon_id");--> statement-breakpoint
CREATE INDEX "images_unused_idx" ON "images" USING btree ("expires_at") WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "order_lines_package_id_idx" ON "order_lines" USING btree ("package_id");--> statement-breakpoint
CREATE INDEX "order_lines_product_id_idx" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_lines_sku_id_idx" ON "order_lines" USING btree ("sku_id");--> statement-breakpoint
CREATE INDEX "order_events_order_id_idx" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_totals_order_id_code_key" ON "order_totals" USING btree ("order_id","code");--> statement-breakpoint
CREATE INDEX "orders_customer_id_idx" ON "orders" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_customer_id_status_idx" ON "orders" USING btree ("customer_id","status_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_guest_email_idx" ON "orders" USING btree ("email") WHERE customer_id is null;--> statement-breakpoint
CREATE INDEX "orders_paid_email_idx" ON "orders" USING btree ("email") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "orders_expire_due_idx" ON "orders" USING btree ("expires_at") WHERE status_id = 1;--> statement-breakpoint
CREATE INDEX "orders_receive_due_idx" ON "orders" USING btree ("auto_receive_at") WHERE status_id = 7;--> statement-breakpoint
CREATE INDEX "orders_complete_due_idx" ON "orders" USING btree ("auto_complete_at") WHERE status_id = 10;--> statement-breakpoint
CREATE INDEX "orders_waiting_idx" ON "orders" USING btree ("status_id","created_at") WHERE status_id in (4, 5, 6, 13);--> statement-breakpoint
CREATE INDEX "packages_order_id_idx" ON "packages" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "packages_tracking_no_idx" ON "packages" USING btree ("tracking_no");--> statement-breakpoint
CREATE INDEX "blog_posts_published_at_idx" ON "blog_posts" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "product_tests_product_id_idx" ON "product_tests" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "return_comments_return_id_idx" ON "return_comments" USING btree ("return_id","id");--> statement-breakpoint
CREATE INDEX "return_comments_return_item_id_idx" ON "return_comments" USING btree ("return_item_id");--> statement-breakpoint
CREATE INDEX "return_events_return_id_idx" ON "return_events" USING btree ("return_id","id");--> statement-breakpoint
CREATE INDEX "return_events_return_item_id_idx" ON "return_events" USING btree ("return_item_id");--> statement-breakpoint
CREATE INDEX "return_images_image_id_idx" ON "return_images" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "return_items_one_per_line_key" ON "return_items" USING btree ("order_line_id") WHERE status not in (8, 9);--> statement-breakpoint
CREATE INDEX "return_items_order_line_id_idx" ON "return_items" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "return_items_reason_id_idx" ON "return_items" USING btree ("reason_id");--> statement-breakpoint
CREATE INDEX "return_items_child_reason_id_idx" ON "return_items" USING btree ("child_reason_id");--> statement-breakpoint
CREATE INDEX "return_items_overdue_idx" ON "return_items" USING btree ("shipment_expired_at") WHERE status = 2 and logistics_at is null;--> statement-breakpoint
CREATE INDEX "return_reasons_parent_id_idx" ON "return_reasons" USING btree ("parent_id","sort","id");--> statement-breakpoint
CREATE INDEX "returns_customer_id_idx" ON "returns" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_customer_id_status_idx" ON "returns" USING btree ("customer_id","status");--> statement-breakpoint
CREATE INDEX "returns_order_id_idx" ON "returns" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "returns_waiting_idx" ON "returns" USING btree ("status","reply_due_at") WHERE status in (1, 2, 3, 4, 7);--> statement-breakpoint
CREATE INDEX "review_images_image_id_idx" ON "review_images" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_label_links_one_fit_key" ON "review_label_links" USING btree ("review_id") WHERE kind = 'fit';--> statement-breakpoint
CREATE INDEX "review_label_links_label_id_idx" ON "review_label_links" USING btree ("label_id","kind");--> statement-breakpoint
CREATE INDEX "reviews_customer_id_idx" ON "reviews" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_product_id_idx" ON "reviews" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_product_rank_idx" ON "reviews" USING btree ("product_id","rank") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "reviews_product_photos_idx" ON "reviews" USING btree ("product_id","created_at","id") WHERE status = 'published' and has_images;--> statement-breakpoint
CREATE INDEX "reviews_published_idx" ON "reviews" USING btree ("created_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "navigation_items_parent_id_idx" ON "navigation_items" USING btree ("parent_id","sort","id");--> statement-breakpoint
CREATE INDEX "navigation_items_information_page_id_idx" ON "navigation_items" USING btree ("information_page_id");--> statement-breakpoint
CREATE INDEX "navigation_items_blog_post_id_idx" ON "navigation_items" USING btree ("blog_post_id");--> statement-breakpoint
CREATE INDEX "navigation_items_product_test_id_idx" ON "navigation_items" USING btree ("product_test_id");--> statement-breakpoint
CREATE INDEX "email_confirmation_tokens_customer_id_idx" ON "email_confirmation_tokens" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "email_confirmation_tokens_expires_at_idx" ON "email_confirmation_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "password_reset_tokens_customer_id_idx" ON "password_reset_tokens" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "password_reset_tokens_expires_at_idx" ON "password_reset_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_customer_id_idx" ON "sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "archived_orders_order_no_idx" ON "archived_orders" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_reset_at_idx" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "mails_due_idx" ON "mails" USING btree ("send_after") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "mails_to_email_idx" ON "mails" USING btree ("to_email","created_at");