INSERT INTO "markets" ("id", "name", "currency", "status")
  SELECT 'worldwide', 'Worldwide', code, 'active' FROM currencies
  WHERE NOT EXISTS (SELECT 1 FROM markets)
  ORDER BY code = coalesce((SELECT nullif(value, '') FROM settings WHERE key = 'currency'), 'USD') DESC, sort, code
  LIMIT 1;--> statement-breakpoint
WITH known AS (
  SELECT code FROM unnest(string_to_array('AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW', ' ')) AS code
), chosen AS (
  SELECT code FROM known WHERE code = ANY (
    SELECT unnest(string_to_array(value, ',')) FROM settings WHERE key = 'ships_to'
  )
)
INSERT INTO "market_countries" ("country", "market_id")
  SELECT code, 'worldwide' FROM known
  WHERE EXISTS (SELECT 1 FROM markets WHERE id = 'worldwide') AND (code IN (SELECT code FROM chosen) OR NOT EXISTS (SELECT 1 FROM chosen))
  ON CONFLICT (country) DO NOTHING;--> statement-breakpoint
UPDATE "shipping_methods" SET "market_id" = (SELECT id FROM markets ORDER BY sort, id LIMIT 1) WHERE "market_id" IS NULL;--> statement-breakpoint
DELETE FROM "settings" WHERE "key" = 'ships_to';--> statement-breakpoint
ALTER TABLE "shipping_methods" ALTER COLUMN "market_id" SET NOT NULL;
