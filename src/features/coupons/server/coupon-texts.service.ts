import { and, eq, inArray, sql } from 'drizzle-orm'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { chooseRequestLanguage } from '#features/settings/server/mail-words.service.ts'
import { listLanguages } from '#features/settings/server/settings.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import type { listCouponTexts, StaffCoupon } from '../coupons.staff.contract.ts'
import { couponTexts } from './coupons.tables.ts'

/** The parts of a request that determine the reader's language. */
export type Reader = Pick<VisitorRequest, 'cookie' | 'header'>
export type CouponText = typeof couponTexts.$inferSelect
type Words = Pick<CouponText, 'useConditionTxt' | 'object' | 'linkName'>

/**
 * The languages in which any coupon has texts. In most shops the set is empty, and then no query for texts is needed.
 */
const readWritten = cacheValue([couponTexts, languages], async (db): Promise<Set<string>> => {
  const isWritten = sql`exists (select from ${couponTexts} where ${couponTexts.language} = ${languages.code})`
  const rows = await db.select({ code: languages.code }).from(languages).where(isWritten)
  return new Set(rows.map(({ code }) => code))
})

/**
 * Returns the language code of a reader. A language requested by the call takes precedence over the language of the
 * request.
 */
export async function findReaderLanguage(db: Database, reader: Reader, languageId?: number): Promise<string | null> {
  const named = languageId && (await listLanguages(db)).find(({ id }) => id === languageId)
  return named ? named.code : ((await chooseRequestLanguage(db, reader))?.code ?? null)
}

/** Returns the texts of coupons in a language, by coupon id. Coupons without a translation have no entry. */
export async function readCouponTexts(
  db: Database,
  language: string | null,
  couponIds: number[],
): Promise<Map<number, CouponText>> {
  if (language === null || couponIds.length === 0 || !(await readWritten(db)).has(language)) return new Map()
  const rows = await db
    .select()
    .from(couponTexts)
    .where(and(inArray(couponTexts.couponId, couponIds), eq(couponTexts.language, language)))
  return new Map(rows.map((row) => [row.couponId, row]))
}

/** Returns a coupon with translated texts. An empty translation falls back to the coupon's original text. */
export function translateCoupon<C extends Partial<Words>>(coupon: C, text: Words | undefined): C {
  if (!text) return coupon
  const translated = { ...coupon }
  for (const name of ['useConditionTxt', 'object', 'linkName'] as const) {
    if (coupon[name] !== undefined && text[name] !== '') translated[name] = text[name]
  }
  return translated
}

/** Returns all texts of coupons for staff, by coupon and language. */
export async function readStaffTexts(db: Database, couponIds: number[]): Promise<Map<number, StaffCoupon['texts']>> {
  if (couponIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(couponTexts)
    .where(inArray(couponTexts.couponId, couponIds))
    .orderBy(couponTexts.couponId, couponTexts.language)
  const byCoupon = new Map<number, StaffCoupon['texts']>()
  for (const { couponId, language, useConditionTxt, object, linkName } of rows) {
    const texts = byCoupon.get(couponId) ?? {}
    texts[language] = { condition_text: useConditionTxt, object, link_name: linkName }
    byCoupon.set(couponId, texts)
  }
  return byCoupon
}

/**
 * Returns the texts in every language of the shop except the first. The coupon itself has the texts in the first
 * language.
 */
export async function readTextsOf(
  { db }: Shop,
  { texts }: Pick<StaffCoupon, 'texts'>,
): Promise<StaffOutput<typeof listCouponTexts>> {
  const others = (await listLanguages(db)).slice(1)
  const data = others.map(({ code: language, name, english_name, direction }) => ({
    ...{ language, name, english_name, direction, is_written: language in texts },
    ...(texts[language] ?? { condition_text: '', object: '', link_name: '' }),
  }))
  return { data, next: null, total: data.length }
}

/** Replaces the texts of a coupon. Languages without any text are not stored. */
export async function saveCouponTexts(db: Database, couponId: number, texts: StaffCoupon['texts']): Promise<void> {
  const offered = Object.keys(texts).length > 0 ? await listLanguages(db) : []
  for (const code of Object.keys(texts)) {
    const at = offered.findIndex((one) => one.code === code)
    if (at < 0) throw refuseFields({ [`texts.${code}`]: [`This shop does not have the language ${code}.`] })
    if (at === 0) throw refuseFields({ [`texts.${code}`]: ['This is the original language of the coupon.'] })
  }
  const rows = Object.entries(texts).flatMap(([language, { condition_text, object, link_name }]) =>
    condition_text || object || link_name
      ? [{ couponId, language, useConditionTxt: condition_text, object, linkName: link_name }]
      : [],
  )
  await db.delete(couponTexts).where(eq(couponTexts.couponId, couponId))
  if (rows.length > 0) await db.insert(couponTexts).values(rows)
}
