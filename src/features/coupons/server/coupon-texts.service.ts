import { and, eq, inArray, sql } from 'drizzle-orm'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { chooseRequestLanguage } from '#features/settings/server/mail-words.service.ts'
import { listLanguages } from '#features/settings/server/settings.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { keepCopy } from '#server/cache/kept-copies.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import type { listCouponTexts, StaffCoupon } from '../coupons.staff.contract.ts'
import { couponTexts } from './coupons.tables.ts'

/** Whoever reads, as far as it tells in which language. */
export type Reader = Pick<VisitorRequest, 'cookie' | 'header'>
export type CouponText = typeof couponTexts.$inferSelect
type Words = Pick<CouponText, 'useConditionTxt' | 'object' | 'linkName'>

/** The languages that any coupon has texts in: in most shops none, and then nothing is looked up. */
const readWritten = keepCopy([couponTexts, languages], async (db): Promise<Set<string>> => {
  const isWritten = sql`exists (select from ${couponTexts} where ${couponTexts.language} = ${languages.code})`
  const rows = await db.select({ code: languages.code }).from(languages).where(isWritten)
  return new Set(rows.map(({ code }) => code))
})

/** The code of the language in which somebody reads: the one that a call names, else that of the request. */
export async function findReaderLanguage(db: Database, reader: Reader, languageId?: number): Promise<string | null> {
  const named = languageId && (await listLanguages(db)).find(({ id }) => id === languageId)
  return named ? named.code : ((await chooseRequestLanguage(db, reader))?.code ?? null)
}

/** What these coupons say in a language, by their ids; those that nobody wrote in it are missing. */
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

/** A coupon in the words of a text; what the text does not say stays in the coupon's own. */
export function sayCoupon<C extends Partial<Words>>(coupon: C, text: Words | undefined): C {
  if (!text) return coupon
  const said = { ...coupon }
  for (const name of ['useConditionTxt', 'object', 'linkName'] as const) {
    if (coupon[name] !== undefined && text[name] !== '') said[name] = text[name]
  }
  return said
}

/** All texts of some coupons as staff read them: by coupon, then by language. */
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

/** Every language of the shop but its first, which the coupon itself is in. */
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

/** Writes the texts of a coupon anew; a language in which nothing is said has none. */
export async function saveCouponTexts(db: Database, couponId: number, texts: StaffCoupon['texts']): Promise<void> {
  const offered = Object.keys(texts).length > 0 ? await listLanguages(db) : []
  for (const code of Object.keys(texts)) {
    const at = offered.findIndex((one) => one.code === code)
    if (at < 0) throw refuseFields({ [`texts.${code}`]: [`This shop does not speak ${code}.`] })
    if (at === 0) throw refuseFields({ [`texts.${code}`]: ['The coupon itself is in this language.'] })
  }
  const rows = Object.entries(texts).flatMap(([language, { condition_text, object, link_name }]) =>
    condition_text || object || link_name
      ? [{ couponId, language, useConditionTxt: condition_text, object, linkName: link_name }]
      : [],
  )
  await db.delete(couponTexts).where(eq(couponTexts.couponId, couponId))
  if (rows.length > 0) await db.insert(couponTexts).values(rows)
}
