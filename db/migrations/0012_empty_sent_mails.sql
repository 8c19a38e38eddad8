-- What mails said, links that open an account among it, was kept after they had left. From now on it is taken away as they leave.
UPDATE "mails" SET "text_body" = '', "html_body" = '' WHERE "sent_at" IS NOT NULL AND "text_body" <> '';
