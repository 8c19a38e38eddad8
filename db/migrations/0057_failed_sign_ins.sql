-- Failed sign-ins of a person are one row an hour, which counts on: a stranger who guesses fills no log. Nothing else of it changes, and never backwards.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('harbor.erasing', true) = 'on' AND to_jsonb(NEW) = row_without_words(to_jsonb(OLD)) THEN
		RETURN NEW;
	END IF;
	IF OLD.call = 'failedSignIn'
		AND to_jsonb(NEW) - 'after' = to_jsonb(OLD) - 'after'
		AND coalesce((NEW.after ->> 'tries')::integer >= (OLD.after ->> 'tries')::integer, false)
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'audit rows are never changed';
END
$$;
