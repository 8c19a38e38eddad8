import * as z from 'zod/mini'
import { TypedRowId } from './fields.ts'
import type { Scope } from './scopes.ts'
import { defineStaffAction, defineStaffCall, defineStaffList, ListInput } from './staff-call.ts'

type Shape = z.core.$ZodLooseShape

/**
 * Defines the five calls of a short list, such as pages, reasons or currencies. All short lists are read, added, edited
 * and deleted in the same way.
 */
export function defineStaffResource<
  const Key extends string,
  KeyType extends z.ZodMiniType,
  Fields extends z.ZodMiniObject<Shape>,
  Create extends z.ZodMiniObject<Shape>,
  Output extends z.ZodMiniObject<Shape>,
>(of: {
  path: `/${string}`
  /** The name of the key, which is the last part of the path. */
  key: Key
  keyType: KeyType
  /** The singular and plural for sentences: `a page`, `pages`. */
  one: string
  many: string
  reads: Scope
  writes: Scope
  /** The fields that an edit may change. Each field is optional. */
  fields: Fields
  /** The fields of a new resource. */
  create: Create
  output: Output
  example: { key: string | number; create: object; edit: object }
}) {
  const { path, key, one, many, reads, writes, output, example } = of
  const keyField = { [key]: of.keyType } as Record<Key, KeyType>
  const found = z.object(keyField)
  const address: `/${string}` = `${path}/:${key}`
  const which = { [key]: example.key }
  return {
    list: defineStaffList({
      path,
      about: `Lists the ${many}.`,
      scope: reads,
      input: z.object(ListInput),
      output,
      example: { input: { limit: 50 } },
    }),
    get: defineStaffCall({
      method: 'GET',
      path: address,
      about: `Returns ${one}.`,
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
      about: `Changes ${one}. Omitted fields keep their values.`,
      scope: writes,
      input: z.extend(z.partial(of.fields), keyField),
      output,
      example: { input: { ...which, ...example.edit } },
    }),
    remove: defineStaffAction({
      method: 'DELETE',
      path: address,
      about: `Deletes ${one}, unless it is still in use.`,
      scope: writes,
      input: found,
      example: { input: which },
    }),
  }
}

export const StaffId = TypedRowId
