import * as z from 'zod/mini'
import { TypedRowId } from './fields.ts'
import type { Scope } from './scopes.ts'
import { defineStaffCall, defineStaffDeed, defineStaffList, ListInput } from './staff-call.ts'

type Shape = z.core.$ZodLooseShape

/** Lists of a shop that a person could read through: pages, reasons, currencies. All are read, added, edited and taken away alike. */
export function defineStaffThings<
  const Key extends string,
  KeyType extends z.ZodMiniType,
  Fields extends z.ZodMiniObject<Shape>,
  Create extends z.ZodMiniObject<Shape>,
  Output extends z.ZodMiniObject<Shape>,
>(of: {
  path: `/${string}`
  /** What one is found by: the last part of its address. */
  key: Key
  keyType: KeyType
  /** In sentences: `a page`, `pages`. */
  one: string
  many: string
  reads: Scope
  writes: Scope
  /** What an edit may change; each field may be left out. */
  fields: Fields
  /** What a new one takes. */
  create: Create
  output: Output
  example: { key: string | number; create: object; edit: object }
}) {
  const { path, key, one, many, reads, writes, output, example } = of
  const named = { [key]: of.keyType } as Record<Key, KeyType>
  const found = z.object(named)
  const address: `/${string}` = `${path}/:${key}`
  const which = { [key]: example.key }
  return {
    list: defineStaffList({
      path,
      about: `The ${many} of the shop.`,
      scope: reads,
      input: z.object(ListInput),
      output,
      example: { input: { limit: 50 } },
    }),
    get: defineStaffCall({
      method: 'GET',
      path: address,
      about: `One of the ${many}.`,
      scope: reads,
      input: found,
      output,
      example: { input: which },
    }),
    create: defineStaffCall({
      method: 'POST',
      path,
      about: `Adds ${one}.`,
      scope: writes,
      input: of.create,
      output,
      example: { input: example.create },
    }),
    edit: defineStaffCall({
      method: 'PATCH',
      path: address,
      about: `Changes ${one}; what is left out stays.`,
      scope: writes,
      input: z.extend(z.partial(of.fields), named),
      output,
      example: { input: { ...which, ...example.edit } },
    }),
    remove: defineStaffDeed({
      method: 'DELETE',
      path: address,
      about: `Takes ${one} away; one that is still used stays.`,
      scope: writes,
      input: found,
      example: { input: which },
    }),
  }
}

/** A number that names something in an address. */
export const StaffId = TypedRowId
