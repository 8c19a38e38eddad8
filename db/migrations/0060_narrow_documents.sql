-- Documents are read by programs that hold a text in one byte a letter where they can, and take half the time to read it then. Most texts
-- need two for nothing but a typographer's marks, so these are written as JSON may have them. A text with other such letters stays as it is.
CREATE FUNCTION narrow_json(wide text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE
    WHEN octet_length(wide) = char_length(wide) OR wide ~ '[^\u0001-\u00ff‘’“”–—…•€™]' THEN wide
    ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(wide,
      '‘', '\u2018'), '’', '\u2019'), '“', '\u201c'), '”', '\u201d'), '–', '\u2013'),
      '—', '\u2014'), '…', '\u2026'), '•', '\u2022'), '€', '\u20ac'), '™', '\u2122')
  END;
--> statement-breakpoint
ALTER FUNCTION order_document(text, bigint, bigint) RENAME TO gather_order_document;
--> statement-breakpoint
-- Documents that are kept stay right as they are; `npm run staff -- rebuild-orders` writes them anew.
CREATE FUNCTION order_document(its_order text, lines_from bigint, most_lines bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN narrow_json(gather_order_document(its_order, lines_from, most_lines));
END $$;
