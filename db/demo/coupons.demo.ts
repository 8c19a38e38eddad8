import { msg, withFigure } from '#contract/text/translate.ts'
import { keysOf } from '#contract/values.ts'
import { registerType, userGroup } from '#features/coupons/coupon-widget.rules.ts'
import { couponType } from '#features/coupons/coupons.rules.ts'
import { bindCoupons, giveCoupon } from '#features/coupons/server/bind.service.ts'
import type { coupons, couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { saveCoupon, saveWidget } from '#features/coupons/server/save-coupons.service.ts'
import { subscribe } from '#features/coupons/server/subscribe.service.ts'
import type { Demo, DemoPerson } from './demo.ts'

type CouponLine = Omit<typeof coupons.$inferInsert, 'id' | 'code' | 'currency' | 'startsAt' | 'endsAt'> & {
  currency?: string
  /** Days from the load. Negative days are in the past. */
  startsIn?: number
  endsIn?: number
}

const all = { object: msg('All products'), jumpUrl: '/' }
const formatMinimum = (minimum: number) =>
  minimum > 0 ? withFigure(msg('Orders over {figure}'), `$${minimum}`) : msg('No minimum')
const fixed = (dollars: number, minimum: number) => ({
  couponType: couponType.fixed,
  discountAmount: dollars * 100,
  minimumAmount: minimum * 100,
  useConditionTxt: formatMinimum(minimum),
})
const percent = (off: number, minimum: number) => ({
  couponType: couponType.percent,
  discountPercent: off,
  minimumAmount: minimum * 100,
  useConditionTxt: formatMinimum(minimum),
})
const shipping = (minimum: number) => ({
  couponType: couponType.freeShipping,
  minimumAmount: minimum * 100,
  useConditionTxt: formatMinimum(minimum),
})
const swim = {
  object: msg('Swim'),
  conditions: { categoryCodes: ['swimwear'] },
  jumpUrl: '/products/cove-tie-shoulder-swimsuit',
}
const knitwear = {
  object: msg('Knitwear'),
  conditions: { categoryCodes: ['knitwear', 'men_knitwear'] },
  jumpUrl: '/products/fisher-cable-jumper',
}
const warm = {
  object: msg('Coats and knitwear'),
  conditions: { categoryCodes: ['coats', 'knitwear', 'men_coats', 'men_knitwear'] },
  jumpUrl: '/products/quay-belted-wool-coat',
}

/** The demo coupons. A coupon's id is its position in this list, so new coupons go to the end. */
const demoCoupons: Record<string, CouponLine> = {
  HELLO15: { ...fixed(15, 89), ...all, endsIn: 45 },
  HARBOR20: { ...percent(20, 150), ...warm, validDays: 30, maximumAmount: 8000 },
  SETSAIL: { ...shipping(0), ...all },
  COVE8: { ...fixed(8, 60), ...swim, startsIn: 16, endsIn: 47 },
  TIDE10: { ...fixed(10, 60), ...all, validDays: 14 },
  WELCOME12: { ...fixed(12, 80), ...all, validDays: 60 },
  WELCOME18: { ...percent(18, 150), ...all, validDays: 60 },
  WELCOMESHIP: { ...shipping(0), ...all, validDays: 60 },
  SWIM10: { ...fixed(10, 60), ...swim, endsIn: 21 },
  SWIM25: { ...fixed(25, 140), ...swim, endsIn: 21 },
  KNIT15: { ...percent(15, 0), ...knitwear, useConditionTxt: msg('Knitwear'), endsIn: 21 },
  SWIMSHIP: { ...shipping(40), ...all, endsIn: 21 },
  FIRST20: { ...percent(20, 0), ...all, validDays: 30 },
  REGULAR25: { ...fixed(25, 120), ...all, validDays: 30 },
  LASTCALL30: { ...fixed(30, 120), ...all, stockTotal: 3, endsIn: 10 },
  KAI10: {
    ...fixed(10, 70),
    ...all,
    currency: 'EUR',
    useConditionTxt: withFigure(msg('Orders over {figure}'), '€70'),
    endsIn: 90,
  },
  TENDER10: { ...percent(10, 0), ...all, validDays: 30 },
  THANKS10: { ...percent(10, 0), ...all },
  FOGGY7: { ...fixed(7, 50), ...all, validDays: 40 },
  ANCHOR12: { ...percent(12, 90), ...all, validDays: 55 },
  BIRTHDAY25: { ...fixed(25, 100), ...all, validDays: 35 },
  PIER3: { ...percent(3, 0), ...all },
  DECK6: { ...fixed(6, 45), ...all, endsIn: 3 },
  BUOY9: { ...percent(9, 0), ...all, endsIn: 1 },
  LANTERN14: { ...fixed(14, 110), ...warm, endsIn: 60 },
}
const couponIds = new Map(Object.keys(demoCoupons).map((code, index) => [code, index + 1]))

function idOf(code: string): number {
  const id = couponIds.get(code)
  if (!id) throw new Error(`The demo has no coupon ${code}`)
  return id
}

type WidgetLine = Omit<typeof couponWidgets.$inferInsert, 'id' | 'startsAt' | 'endsAt'> & {
  codes: string[]
  startsIn?: number
  endsIn?: number
}

const text = (color: string, font_size: number, bold = false) => ({ color, font_size, bold })

/** One widget of each kind: single, side by side, in two rows, combined, with both register types and every user group. */
export const demoWidgets = {
  claim: {
    name: msg('Yours to claim'),
    registerType: registerType.signIn,
    numPerRow: 3,
    endsIn: 45,
    codes: ['HELLO15', 'HARBOR20', 'LASTCALL30'],
  },
  swim: {
    name: msg('Swim and knit week'),
    registerType: registerType.subscribe,
    numPerRow: 2,
    rowNum: 2,
    backgroundColor: '#E7A08A',
    style: {
      backgroud_color: '#FFF7F3',
      discount_text: text('#8E2A14', 22),
      condition_text: text('#5E4038', 12),
      button_text: { ...text('#FFFFFF', 13, true), backgroud_color: '#8E2A14' },
    },
    endsIn: 21,
    codes: ['SWIM10', 'SWIM25', 'KNIT15', 'SWIMSHIP'],
  },
  welcome: {
    name: 'The welcome set',
    registerType: registerType.subscribe,
    bundleReceive: 1,
    numPerRow: 3,
    hasPopup: true,
    backgroundColor: '#DFEEEA',
    style: { button_text: { ...text('#FFFFFF', 14, true), backgroud_color: '#0F3640' } },
    codes: ['WELCOME12', 'WELCOME18', 'WELCOMESHIP'],
  },
  firstOrder: {
    name: 'For your first order',
    registerType: registerType.subscribe,
    userGroup: userGroup.newUsers,
    userGroupPath: '/account',
    backgroundColor: '#1D665C',
    codes: ['FIRST20'],
  },
  comeBack: {
    name: 'Good to see you again',
    registerType: registerType.signIn,
    userGroup: userGroup.knownUsers,
    userGroupPath: '/account',
    hasPopup: true,
    backgroundColor: '#275672',
    codes: ['REGULAR25'],
  },
  fiveOfThem: {
    name: 'A week of small things',
    registerType: registerType.subscribe,
    numPerRow: 3,
    rowNum: 1,
    backgroundColor: '#F7EDD8',
    codes: ['FOGGY7', 'ANCHOR12', 'PIER3', 'DECK6', 'BUOY9'],
  },
  oneInOne: {
    name: 'One for the road',
    registerType: registerType.subscribe,
    bundleReceive: 1,
    backgroundColor: '#0F3640',
    codes: ['SETSAIL'],
  },
  unreadable: {
    name: 'Grey on grey',
    registerType: registerType.subscribe,
    numPerRow: 2,
    backgroundColor: '#8A8F91',
    style: {
      backgroud_color: '#C9CFD0',
      discount_text: text('#B9BFC0', 26, true),
      condition_text: text('#AEB4B5', 13),
      button_text: { ...text('#DDE4E3', 13), backgroud_color: '#D5DCDB' },
    },
    codes: ['LANTERN14', 'KAI10'],
  },
  allGone: { name: 'Too late', registerType: registerType.subscribe, codes: ['LASTCALL30'] },
  notYet: { name: 'Cove days', registerType: registerType.subscribe, startsIn: 16, codes: ['COVE8'] },
} satisfies Record<string, WidgetLine>

export type DemoWidget = keyof typeof demoWidgets

export function widgetIdOf(name: DemoWidget): number {
  return Object.keys(demoWidgets).indexOf(name) + 1
}

function linkIdOf(name: DemoWidget, code: string): number {
  const { codes }: WidgetLine = demoWidgets[name]
  return widgetIdOf(name) * 10 + codes.indexOf(code)
}

export async function loadCouponsDemo(demo: Demo): Promise<void> {
  await saveOffers(demo)
  await giveMaren(demo)
  await redeemLastClaims(demo)
}

async function saveOffers({ shop, daysFromLoad }: Demo): Promise<void> {
  const dayOf = (days: number) => daysFromLoad(days).toISOString().slice(0, 10)
  const from = (days = -120) => new Date(`${dayOf(days)}T00:00:00Z`)
  const until = (days?: number) => (days === undefined ? null : new Date(`${dayOf(days)}T23:59:59Z`))
  for (const [code, { startsIn, endsIn, ...coupon }] of Object.entries(demoCoupons)) {
    await saveCoupon(shop.db, { id: idOf(code), code, ...coupon, startsAt: from(startsIn), endsAt: until(endsIn) })
  }
  for (const kind of keysOf(demoWidgets)) {
    const { codes, startsIn, endsIn, ...widget }: WidgetLine = demoWidgets[kind]
    await saveWidget(shop.db, {
      id: widgetIdOf(kind),
      ...widget,
      startsAt: from(startsIn),
      endsAt: until(endsIn),
      links: codes.map((code) => ({ id: linkIdOf(kind, code), couponId: idOf(code) })),
    })
  }
}

/**
 * Gives Maren coupons of every type. Some expire soon, some have no end, some are not yet valid, and some are expired.
 */
async function giveMaren({ shop, shopper, at }: Demo): Promise<void> {
  const give = (code: string) => giveCoupon(shop, { customerId: shopper.id, email: shopper.email }, idOf(code))
  const given: [daysAgo: number, codes: string[]][] = [
    [110, ['TENDER10']],
    [60, ['THANKS10']],
    [30, ['FOGGY7', 'ANCHOR12', 'BIRTHDAY25']],
    [24, ['TIDE10', 'PIER3', 'LANTERN14']],
    [12, ['SETSAIL', 'COVE8', 'KAI10']],
    [6, ['DECK6', 'BUOY9']],
  ]
  for (const [daysAgo, codes] of given) {
    at(daysAgo, '09:30')
    for (const code of codes) await give(code)
  }
  at(3, '18:20')
  await claim(shop, shopper, 'claim', 'HELLO15')
}

/** Lets three other shoppers claim the last coupons of one kind, and lets one guest claim the welcome set. */
async function redeemLastClaims({ shop, others, at }: Demo): Promise<void> {
  at(2, '07:05')
  for (const person of others.slice(0, 3)) await claim(shop, person, 'claim', 'LASTCALL30')
  await subscribe(shop, 'guest@harbor.test')
}

async function claim(shop: Demo['shop'], person: DemoPerson, widget: DemoWidget, code: string): Promise<void> {
  await bindCoupons(shop, person.actor, { code_id: [linkIdOf(widget, code)] }, undefined)
}
