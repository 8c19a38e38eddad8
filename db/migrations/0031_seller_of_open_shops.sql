-- A shop now takes orders only if it says who sells. One that has sold already goes on under its own name.
INSERT INTO settings (key, value)
SELECT 'seller_name', coalesce((SELECT value FROM settings WHERE key = 'site_name'), 'Harbor')
WHERE EXISTS (SELECT FROM orders)
ON CONFLICT DO NOTHING;
