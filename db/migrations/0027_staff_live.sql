-- Consoles follow what waits and what they show. Told per row while few change; an import of thousands tells once.
CREATE FUNCTION tell_staff() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
DO $$
DECLARE
  followed record;
BEGIN
  FOR followed IN SELECT * FROM (VALUES ('orders', 'orders', 'order_no'), ('returns', 'returns', 'return_no'),
    ('tickets', 'tickets', 'ticket_no'), ('chat_conversations', 'chats', 'id')) AS t (of_table, area, number) LOOP
    EXECUTE format('CREATE TRIGGER tell_staff_new AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION tell_staff(%L, %L)', followed.of_table, followed.area, followed.number);
    EXECUTE format('CREATE TRIGGER tell_staff_changed AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION tell_staff(%L, %L)', followed.of_table, followed.area, followed.number);
  END LOOP;
END $$;
