import { msg } from '#contract/text/translate.ts'
import { saveShippingMethods } from '#features/markets/server/shipping-methods.service.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { loadReference } from '#reference/load-reference.ts'
import type { Demo } from './demo.ts'

/** Loads the reference data, then the settings that this shop's merchant would enter. */
export async function loadSettings(demo: Demo): Promise<void> {
  const { db } = demo.shop
  await loadReference(db)
  await saveSetting(db, 'site_name', 'Harbor')
  await saveSetting(db, 'currency', 'USD')
  await saveSetting(
    db,
    'site_description',
    'Clothes for ordinary days near water: new arrivals, coupons and every category.',
  )
  await saveSetting(db, 'seller_name', 'Harbor Goods')
  await saveSetting(db, 'seller_country', 'US')
  await saveSetting(db, 'seller_region', 'ME')
  await saveSetting(db, 'seller_city', 'Portland')
  await saveSetting(db, 'seller_postcode', '04101')
  await saveSetting(db, 'seller_address', 'Dock 4, 210 Commercial Street\nPortland, ME 04101\nUnited States')
  await saveSetting(db, 'seller_email', 'hello@harbor.test')
  await saveSetting(db, 'open_collect', '1')
  await saveSetting(db, 'reviews_switch', 'on')
  await saveSetting(db, 'seller_phone', '+1 207 555 0180')
  await saveSetting(db, 'seller_registration', 'Registered in Maine, no. 20140119DC')
  await saveSetting(db, 'return_name', 'Harbor Returns')
  await saveSetting(db, 'return_address', 'Dock 4, 210 Commercial Street\nPortland, ME 04101\nUnited States')
  // The first shipping method replaces the example of the reference data.
  await saveShippingMethods(db, [
    {
      id: 1,
      code: 'standard',
      name: msg('Standard'),
      priceAmount: 495,
      freeFromAmount: 15_000,
      minDays: 4,
      maxDays: 7,
      sort: 1,
    },
    { id: 2, code: 'express', name: msg('Express'), priceAmount: 1495, minDays: 1, maxDays: 2, sort: 2 },
    {
      id: 3,
      code: 'pickup',
      name: msg('Pick-up point'),
      priceAmount: 295,
      freeFromAmount: 10_000,
      minDays: 4,
      maxDays: 8,
      sort: 3,
    },
  ])
}
