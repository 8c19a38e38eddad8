import { eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Email } from '#contract/calls/fields.ts'
import { keysOf } from '#contract/values.ts'
import { addressFieldLengths, findAddressProblem, findPhoneProblem } from '#features/addresses/addresses.rules.ts'
import { addresses } from '#features/addresses/server/addresses.tables.ts'
import { hasNeededCity } from '#features/addresses/server/check-address.service.ts'
import { subscribers } from '#features/coupons/server/coupons.tables.ts'
import type { ImportFormat } from '#features/imports/imports.rules.ts'
import { findCountryCode, formatCountry } from '#features/settings/country-names.rules.ts'
import { findCountryInAnyLanguage } from '#features/settings/server/country-names.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { unusablePassword } from '#features/sign-in/server/password.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import type { Shop } from '#server/shop.ts'
import { describeUnknownCountry, firstCell } from '../files/cells.ts'
import type { Cells, ImportKind, Problem, WrittenRow } from './import-kind.ts'

const addressFields = keysOf(addressFieldLengths)
const line = z._default(z.string().check(z.trim(), z.maxLength(200)), '')
const Address = z.object({
  firstname: line,
  lastname: line,
  telephone: line,
  country: line,
  address_1: line,
  house_num: line,
  address_2: line,
  city: line,
  state: line,
  postcode: line,
})
type Address = z.output<typeof Address>

const CustomerRecord = z.object({
  email: Email,
  name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** A language code of the shop. Mails to the customer use this language. */
  language: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
  accepts_marketing: z.optional(z.boolean()),
  address: z.optional(z.nullable(Address)),
})
type CustomerRecord = z.output<typeof CustomerRecord>
export type CompleteCustomer = {
  email: string
  name: string
  language: string | null
  accepts_marketing: boolean
  address: Address | null
}

/**
 * Customers of an earlier shop. Imported customers have no password in this shop. They set a password by mail, which
 * also verifies their email address.
 */
export const customerImport: ImportKind<CustomerRecord, CompleteCustomer> = {
  schema: CustomerRecord,
  groupOf: () => '',
  fromLines: ([cells = {}], format) => fromLine(cells, format),
  keyOf: ({ email }) => email,
  nameOf: ({ email }) => email,
  read: (db, records) =>
    readCustomers(
      db,
      records.map(({ email }) => email),
    ),
  async check(_, records, { languages }) {
    const problems = new Map<string, Problem>()
    for (const { email, language, address } of records) {
      if (language && !languages.has(language))
        problems.set(email, { problem: `the shop does not offer the language ${language}` })
      const country = address?.country
      if (country && (await findCountryInAnyLanguage(country)) === null)
        problems.set(email, { problem: describeUnknownCountry(country) })
    }
    return problems
  },
  merge: (given, current) => ({
    whole: {
      email: given.email,
      name: given.name ?? current?.name ?? '',
      language: given.language ?? current?.language ?? null,
      // An import neither resubscribes nor unsubscribes anyone.
      accepts_marketing: current?.accepts_marketing || given.accepts_marketing === true,
      address: current?.address ?? completeOrNull(given.address),
    },
  }),
  compared: ({ email, name, language, accepts_marketing, address }, current) => ({
    email,
    name,
    ...(language && { language }),
    ...(accepts_marketing && { accepts_marketing }),
    ...(!current.address && completeOrNull(address) && { address }),
  }),
  write: writeCustomers,
  undo: undoCustomers,
  version: ({ name, language }) => ({ name, language }),
}

/** Returns the address if a parcel can be sent to it. Returns null for an incomplete address. */
function completeOrNull(address: Address | null | undefined): Address | null {
  if (!address) return null
  const isComplete =
    addressFields.every((field) => findAddressProblem(field, address[field]) === null) &&
    !findPhoneProblem(address.telephone) &&
    hasNeededCity({ city: address.city, country: findCountryCode(address.country) ?? '' })
  return isComplete ? address : null
}

function fromLine(cells: Cells, format: ImportFormat) {
  const isShopify = format === 'shopify'
  const part = (own: string, theirs: string) => (isShopify ? cells[`default address ${theirs}`] : cells[own]) ?? ''
  const firstname = firstCell(cells, 'first name', 'firstname') ?? ''
  const lastname = firstCell(cells, 'last name', 'lastname') ?? ''
  const accepts = firstCell(cells, 'accepts email marketing', 'accepts marketing', 'accepts_marketing')
  const street = part('address_1', 'address1')
  return {
    email: cells.email,
    name: cells.name ?? ([firstname, lastname].filter(Boolean).join(' ') || undefined),
    language: cells.language,
    accepts_marketing: accepts === undefined ? undefined : /^(?:yes|true|1)$/i.test(accepts.trim()),
    address: street
      ? {
          firstname,
          lastname,
          telephone: part('telephone', 'phone') || (cells.phone ?? '').replace(/^'/, ''),
          country: part('country', 'country code').trim(),
          address_1: street,
          house_num: cells.house_num ?? '',
          address_2: part('address_2', 'address2'),
          city: part('city', 'city'),
          state: part('state', 'province code'),
          postcode: part('postcode', 'zip').replace(/^'/, ''),
        }
      : undefined,
  }
}

async function readCustomers(db: Database, emails: string[]): Promise<Map<string, CompleteCustomer>> {
  const rows = await db
    .select({
      email: customers.email,
      name: customers.name,
      language: languages.code,
      accepts_marketing: sql<boolean>`exists (select 1 from ${subscribers} where ${subscribers.email} = ${customers.email})`,
      address: addresses,
    })
    .from(customers)
    .leftJoin(languages, eq(languages.id, customers.languageId))
    .leftJoin(addresses, sql`${addresses.customerId} = ${customers.id} and ${addresses.isDefault}`)
    .where(inArray(customers.email, emails))
  return new Map(rows.map((row) => [row.email, { ...row, address: row.address && toAddress(row.address) }]))
}

/** Returns the next customers after an email address, for exports of all customers. */
export async function readCustomerPage(db: Database, after: string, max: number): Promise<CompleteCustomer[]> {
  const { rows } = await db.execute<{ email: string }>(
    sql`select email from customers where email > ${after} order by email limit ${max}`,
  )
  const emails = rows.map(({ email }) => email)
  if (emails.length === 0) return []
  const known = await readCustomers(db, emails)
  return emails.flatMap((email) => known.get(email) ?? [])
}

function toAddress(row: typeof addresses.$inferSelect): Address {
  const { firstname, lastname, telephone, country, address1, houseNum, address2, city, state, postcode } = row
  const street = { address_1: address1, house_num: houseNum, address_2: address2 }
  return { firstname, lastname, telephone, country: formatCountry(country), ...street, city, state, postcode }
}

async function writeCustomers({ db, clock }: Shop, rows: WrittenRow<CompleteCustomer>[]): Promise<void> {
  const now = clock.now()
  const languageIds = new Map((await db.select().from(languages)).map(({ code, id }) => [code, id]))
  const given = rows.map(({ whole }) => ({
    id: newId(),
    email: whole.email,
    name: whole.name,
    languageId: whole.language === null ? null : (languageIds.get(whole.language) ?? null),
    passwordHash: unusablePassword,
    // The customer cannot sign in before setting a password with a mail sent to this address.
    emailConfirmedAt: now,
    passwordChangedAt: now,
    createdAt: now,
  }))
  const saved = await db
    .insert(customers)
    .values(given)
    .onConflictDoUpdate({
      target: customers.email,
      set: { name: sql`excluded.name`, languageId: sql`excluded.language_id` },
    })
    .returning({ id: customers.id, email: customers.email })
  const idOf = new Map(saved.map(({ id, email }) => [email, id]))
  const reached = rows.filter(({ whole, before }) => whole.accepts_marketing && !before?.accepts_marketing)
  if (reached.length > 0) {
    await db
      .insert(subscribers)
      .values(reached.map(({ whole: { email } }) => ({ email, subscribedAt: now })))
      .onConflictDoNothing()
  }
  const placed: (typeof addresses.$inferInsert)[] = []
  for (const { whole, before } of rows) {
    const customerId = idOf.get(whole.email)
    if (!whole.address || !customerId || before?.address) continue
    const { address_1: address1, address_2: address2, house_num: houseNum, ...rest } = whole.address
    const country = (await findCountryInAnyLanguage(rest.country)) ?? rest.country
    const street = { address1, address2, houseNum }
    placed.push({ id: newId(), customerId, ...rest, country, ...street, isDefault: true, createdAt: now })
  }
  if (placed.length > 0) await db.insert(addresses).values(placed).onConflictDoNothing()
}

async function undoCustomers(shop: Shop, rows: WrittenRow<CompleteCustomer>[]): Promise<void> {
  const { db } = shop
  const changed = rows.flatMap(({ before }) => (before ? [before] : []))
  const languageIds = new Map((await db.select().from(languages)).map(({ code, id }) => [code, id]))
  for (const { email, name, language } of changed) {
    const languageId = language === null ? null : (languageIds.get(language) ?? null)
    await db.update(customers).set({ name, languageId }).where(eq(customers.email, email))
  }
  const unwanted = rows.filter(({ whole, before }) => whole.accepts_marketing && !before?.accepts_marketing)
  const emails = unwanted.map(({ key }) => key)
  if (emails.length > 0) await db.delete(subscribers).where(inArray(subscribers.email, emails))
  for (const { key, before } of rows) {
    if (before) continue
    // Deletes only customers without a password and without an order. Other customers have become customers of this
    // shop.
    await db.transaction(async (tx) => {
      await tx
        .delete(customers)
        .where(sql`${customers.email} = ${key} and ${customers.passwordHash} = ${unusablePassword}`)
    })
  }
}

/** Returns whether the columns are from a Shopify export. */
export function isShopifyCustomers(columns: string[]): boolean {
  return columns.includes('email') && columns.some((name) => name.startsWith('default address '))
}
