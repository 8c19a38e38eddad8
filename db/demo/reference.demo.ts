import { msg } from '#contract/translate.ts'
import { saveFirstProblemTypes } from '#features/contact/server/problem-types.ts'
import { saveShippingMethods } from '#features/orders/server/shipping-methods.service.ts'
import { saveReturnReasons } from '#features/returns/server/return-reasons.service.ts'
import { saveReviewLabels } from '#features/reviews/server/reviews.service.ts'
import { saveCurrencies, saveLanguages, saveSetting } from '#features/settings/server/save-settings.service.ts'
import type { Demo } from './demo.ts'
import { demoCurrencies } from './reference/currencies.ts'
import { demoLanguages } from './reference/languages.ts'
import { demoReasons } from './reference/reasons.ts'

/** The languages we have words for: those at the beginning of the list, and these. */
const firstOwn = 20
const laterOwn = ['cs', 'hu', 'ro', 'el', 'uk']

export async function loadReference(demo: Demo): Promise<void> {
  const { shop } = demo
  const { db } = shop
  demo.at(1, '06:00')
  await saveSetting(db, 'site_name', 'Harbor')
  await saveSetting(db, 'ships_to', 'US,GB,CA,AU,DE,FR,ES,IT,NL,SE')
  await saveSetting(db, 'open_collect', '1')
  await saveSetting(db, 'reviews_switch', 'on')
  await saveSetting(
    db,
    'return_address',
    'Harbor Returns\nDock 4, 210 Commercial Street\nPortland, ME 04101\nUnited States',
  )
  await saveLanguages(
    db,
    demoLanguages.map(([code, ownName, englishName, direction], at) => ({
      id: at + 1,
      code,
      ownName,
      englishName,
      direction: direction ?? 'ltr',
      // Ours first, then as their speakers would look for them.
      sort: at < firstOwn ? at : laterOwn.includes(code) ? firstOwn : firstOwn + 1,
    })),
  )
  await saveCurrencies(
    shop,
    demoCurrencies.map(([code, name, symbolLeft, symbolRight, decimals, roundingAmount, rate], at) => ({
      id: at + 1,
      code,
      name,
      symbolLeft,
      symbolRight,
      decimals,
      roundingAmount,
      sort: at,
      rate,
    })),
  )
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
  await saveReturnReasons(
    db,
    demoReasons.flatMap(([id, code, reason, below = []], sort) => [
      { id, parentId: null, code, reason, sort },
      ...below.map(([childCode, child], at) => ({
        id: id * 10 + at + 1,
        parentId: id,
        code: childCode,
        reason: child,
        sort: at,
      })),
    ]),
  )
  await saveReviewLabels(db, [
    { id: 1, name: msg('True to size'), kind: 'fit', sort: 1 },
    { id: 2, name: msg('Runs small'), kind: 'fit', sort: 2 },
    { id: 3, name: msg('Runs large'), kind: 'fit', sort: 3 },
    { id: 4, name: msg('Lovely fabric'), kind: 'tag', sort: 4 },
    { id: 5, name: msg('Looks like the photos'), kind: 'tag', sort: 5 },
    { id: 6, name: msg('Good value'), kind: 'tag', sort: 6 },
    { id: 7, name: msg('Comfortable'), kind: 'tag', sort: 7 },
    { id: 8, name: msg('Well packed'), kind: 'tag', sort: 8 },
    { id: 9, name: msg('Fast delivery'), kind: 'tag', sort: 9 },
  ])
  await saveFirstProblemTypes(db)
}
