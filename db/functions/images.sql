-- Marks a picture as unused when its message is deleted, unless another message of the same kind shows the picture. A
-- timer removes unused pictures.
CREATE OR REPLACE FUNCTION release_image() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_shown boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE image_id = $1)', TG_TABLE_NAME) INTO is_shown USING OLD.image_id;
  IF NOT is_shown THEN
    UPDATE images SET expires_at = used_at, used_at = NULL WHERE id = OLD.image_id AND used_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER release_image AFTER DELETE ON chat_message_images FOR EACH ROW EXECUTE FUNCTION release_image();

CREATE OR REPLACE TRIGGER release_image AFTER DELETE ON ticket_answer_images FOR EACH ROW EXECUTE FUNCTION release_image();
