-- The balance of store credit is the sum of its entries.

-- Adds an entry to the balance. The credit of a customer has one currency.
CREATE OR REPLACE FUNCTION add_to_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO credit_balances (customer_id, currency) VALUES (NEW.customer_id, NEW.currency) ON CONFLICT DO NOTHING;
  UPDATE credit_balances SET balance_amount = balance_amount + NEW.amount
    WHERE customer_id = NEW.customer_id AND currency = NEW.currency;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'store credit is kept in one currency' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;

-- Rejects changes of a balance that do not come from an entry.
CREATE OR REPLACE FUNCTION refuse_credit_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'store credit changes by its entries alone' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER credit_balances_by_entries BEFORE UPDATE OR DELETE ON credit_balances
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_credit_by_hand();

CREATE OR REPLACE TRIGGER credit_entries_add_up AFTER INSERT ON credit_entries
  FOR EACH ROW EXECUTE FUNCTION add_to_credit();
