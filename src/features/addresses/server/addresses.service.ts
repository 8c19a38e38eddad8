import { and, desc, eq, ne } from 'drizzle-orm'
import { keysOf } from '#contract/values.ts'
import { readShipsTo } from '#features/markets/server/ships-to.service.ts'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { listCountryNames, resolveCountry } from '#features/settings/country-names.rules.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { Address, AddressInput, Country } from '../addresses.contract.ts'
import { addressBookSize } from '../addresses.rules.ts'
import { addresses } from './addresses.tables.ts'
import { localizeAddress } from './localize-address.ts'

type Row = typeof addresses.$inferSelect
type AddressToSave = AddressInput & { is_default: boolean }

/** Lists all countries, or the countries that the shop ships to, with their names in a language. */
export async function listCountries(
  db: Database,
  { only, language }: { only?: 'shipped_to' | undefined; language: string },
): Promise<Country[]> {
  return listCountryNames(only ? await readShipsTo(db) : countryCodes, language)
}

/** Lists the addresses of a customer: the default first, then the newest. */
export async function listAddresses(db: Database, customerId: string, limit: number): Promise<Address[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.customerId, customerId))
    .orderBy(desc(addresses.isDefault), desc(addresses.createdAt), desc(addresses.id))
    .limit(limit)
  return rows.map(toWireAddress)
}

export function addAddress({ db, clock }: Shop, customerId: string, input: AddressToSave): Promise<Address> {
  return withLockedAddressBook(db, customerId, async (tx, book) => {
    const columns = toColumns(input)
    const same = book.find((one) => isSame(one, columns))
    if (same) return toWireAddress(input.is_default ? await setDefault(tx, customerId, same.id) : same)
    if (book.length >= addressBookSize) throw refuse('address_book_full')
    const isDefault = input.is_default || book.length === 0
    if (isDefault) await clearDefault(tx, customerId)
    const row = { id: newId(), customerId, ...columns, isDefault, createdAt: clock.now() }
    await tx.insert(addresses).values(row)
    return toWireAddress(row)
  })
}

export function editAddress(
  { db }: Shop,
  customerId: string,
  { id, ...input }: AddressToSave & { id: string },
): Promise<Address> {
  return withLockedAddressBook(db, customerId, async (tx, book) => {
    if (!book.some((one) => one.id === id)) throw refuse('not_found')
    const [row] = await tx.update(addresses).set(toColumns(input)).where(eq(addresses.id, id)).returning()
    if (!row) throw refuse('not_found')
    // An address book always has one default, which can be moved to another address but not removed.
    return toWireAddress(input.is_default ? await setDefault(tx, customerId, id) : row)
  })
}

/** Changes the default address in place, or adds the first address. */
export async function saveDefaultAddress(shop: Shop, customerId: string, input: AddressInput): Promise<Address> {
  const [known] = await listAddresses(shop.db, customerId, 1)
  const kept = { ...input, is_default: true }
  return known ? editAddress(shop, customerId, { ...kept, id: known.id }) : addAddress(shop, customerId, kept)
}

export function deleteAddress({ db }: Shop, customerId: string, id: string): Promise<null> {
  return withLockedAddressBook(db, customerId, async (tx, book) => {
    const deleted = book.find((one) => one.id === id)
    if (!deleted) throw refuse('not_found')
    await tx.delete(addresses).where(eq(addresses.id, id))
    const next = book.find((one) => one.id !== id)
    if (deleted.isDefault && next) await setDefault(tx, customerId, next.id)
    return null
  })
}

export function makeAddressDefault({ db }: Shop, customerId: string, id: string): Promise<Address> {
  return withLockedAddressBook(db, customerId, async (tx, book) => {
    if (!book.some((one) => one.id === id)) throw refuse('not_found')
    return toWireAddress(await setDefault(tx, customerId, id))
  })
}

/** Deletes all addresses of an account, because a stranger who entered them would get the owner’s parcels. */
export async function eraseAddresses(tx: Database, customerId: string): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.customerId, customerId))
}

/**
 * Runs a change under a lock of the customer's address book. Concurrent changes can therefore not exceed its size, add
 * duplicates or leave two defaults.
 */
function withLockedAddressBook<T>(
  db: Database,
  customerId: string,
  change: (tx: Database, book: Row[]) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, customerId)).for('update')
    const book = await tx
      .select()
      .from(addresses)
      .where(eq(addresses.customerId, customerId))
      .orderBy(desc(addresses.createdAt), desc(addresses.id))
    return change(tx, book)
  })
}

async function clearDefault(tx: Database, customerId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.customerId, customerId), eq(addresses.isDefault, true)))
}

async function setDefault(tx: Database, customerId: string, id: string): Promise<Row> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.customerId, customerId), eq(addresses.isDefault, true), ne(addresses.id, id)))
  const [row] = await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, id)).returning()
  if (!row) throw refuse('not_found')
  return row
}

function toColumns(input: AddressInput) {
  const { firstname, lastname, telephone, city, state, country, postcode } = input
  const { address_1: address1, address_2: address2, house_num: houseNum } = input
  return { firstname, lastname, telephone, address1, address2, houseNum, city, state, country, postcode }
}

function isSame(row: Row, columns: ReturnType<typeof toColumns>): boolean {
  return keysOf(columns).every((name) => row[name] === columns[name])
}

function toWireAddress(row: Row): Address {
  const { id, firstname, lastname, telephone, city, state, country, postcode } = row
  return localizeAddress('en', {
    id,
    firstname,
    lastname,
    telephone,
    address_1: row.address1,
    address_2: row.address2,
    house_num: row.houseNum,
    city,
    state,
    ...resolveCountry(country),
    postcode,
    is_default: row.isDefault,
  })
}
