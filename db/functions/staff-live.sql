-- Announces changed rows to the open consoles: up to 20 rows individually, and more rows by one announcement of the
-- area. Arguments: the area, and the column with the number.
CREATE OR REPLACE FUNCTION tell_staff() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named text;
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM changed LIMIT 21) few) > 20 THEN
    PERFORM pg_notify('harbor_live', json_build_object('topic', 'staff', 'data', json_build_object('about', TG_ARGV[0]))::text);
    RETURN NULL;
  END IF;
  FOR named IN EXECUTE format('SELECT %I FROM changed', TG_ARGV[1]) LOOP
    PERFORM pg_notify('harbor_live',
      json_build_object('topic', 'staff', 'data', json_build_object('about', TG_ARGV[0] || '/' || named))::text);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tell_staff_changed AFTER UPDATE ON chat_conversations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff('chats', 'id');

CREATE OR REPLACE TRIGGER tell_staff_new AFTER INSERT ON chat_conversations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff('chats', 'id');

CREATE OR REPLACE TRIGGER tell_staff_changed AFTER UPDATE ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff('orders', 'order_no');

CREATE OR REPLACE TRIGGER tell_staff_new AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff('orders', 'order_no');

CREATE OR REPLACE TRIGGER tell_staff_changed AFTER UPDATE ON returns
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff('returns', 'return_no');

CREATE OR REPLACE TRIGGER tell_staff_new AFTER INSERT ON returns
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff('returns', 'return_no');

CREATE OR REPLACE TRIGGER tell_staff_changed AFTER UPDATE ON tickets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff('tickets', 'ticket_no');

CREATE OR REPLACE TRIGGER tell_staff_new AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff('tickets', 'ticket_no');
