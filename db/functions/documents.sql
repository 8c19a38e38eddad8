-- Documents are invoices and credit notes. A payment or refund only notes that its document is due. A failing document therefore
-- never stops a payment.

-- Notes a document that is due. Arguments: the kind of document, and the column with the order.
CREATE OR REPLACE FUNCTION note_due_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_tasks (id, kind, order_id, created_at)
    VALUES (NEW.id, TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[1], clock_timestamp())
    ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER note_due_invoice AFTER UPDATE OF paid_at ON orders FOR EACH ROW
  WHEN (OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL AND NEW.total_amount > 0)
  EXECUTE FUNCTION note_due_document('invoice', 'id');

-- The refund of a second payment corrects no invoice.
CREATE OR REPLACE TRIGGER note_due_credit_note AFTER UPDATE OF status ON refunds FOR EACH ROW
  WHEN (OLD.status <> 'succeeded' AND NEW.status = 'succeeded' AND NEW.kind <> 'payment' AND NEW.amount > 0)
  EXECUTE FUNCTION note_due_document('credit_note', 'order_id');

-- Refuses changes of issued documents. Two updates pass: setting the customer of a guest's document, and erasing the buyer with the
-- reason that staff wrote.
CREATE OR REPLACE FUNCTION keep_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND OLD.customer_id IS NULL
    AND to_jsonb(NEW) - 'customer_id' = to_jsonb(OLD) - 'customer_id'
  THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE'
    AND current_setting('harbor.erasing', true) = 'on'
    AND to_jsonb(NEW) - 'snapshot' = to_jsonb(OLD) - 'snapshot'
    AND NEW.snapshot - 'buyer' #- '{credit,reason}' = OLD.snapshot - 'buyer' #- '{credit,reason}'
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER keep_documents BEFORE UPDATE OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION keep_documents();
