-- Changes nothing in the database. Four foreign keys point at tables of features that stand above their own, so the tables in TypeScript name
-- them no longer; they stay as earlier migrations made them, and a test holds them: refunds_return_id_returns_id_fk,
-- refunds_return_item_id_return_items_id_fk, coupon_claims_order_id_orders_id_fk, images_customer_id_customers_id_fk.
SELECT 1;
