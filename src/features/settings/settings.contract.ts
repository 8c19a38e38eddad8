import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData, messageSuccess } from '#contract/calls/envelopes.ts'
import { TypedRowId } from '#contract/calls/fields.ts'

export const NavigationItem = z.object({
  id: z.int(),
  name: z.string(),
  get children() {
    return z.array(NavigationItem)
  },
  link_type: z.string(),
  link_id: z.nullable(z.int()),
  link_detail: z.nullable(z.object({ id: z.nullable(z.int()), link: z.nullable(z.string()) })),
  blog: z.nullable(z.object({ handle: z.string() })),
  term_service: z.nullable(z.object({ title: z.string() })),
})
export type NavigationItem = z.output<typeof NavigationItem>

export const getNavigation = defineCall({
  method: 'GET',
  path: '/ajax-web/navigation/bottom',
  about: 'Lists the navigation entries of the settings page, or the child entries of one entry.',
  access: 'anyone',
  envelope: messageSuccess,
  input: z.object({ id: z.optional(TypedRowId) }),
  output: z.array(NavigationItem),
})

export const Currency = z.object({
  id: z.int(),
  code: z.string(),
  symbol_left: z.string(),
  symbol_right: z.string(),
})
export type Currency = z.output<typeof Currency>

export const listCurrencies = defineCall({
  method: 'GET',
  path: '/rest/currency',
  about: 'Lists the currencies in which prices can be shown.',
  access: 'anyone',
  envelope: inData,
  input: z.object({}),
  output: z.array(Currency),
})

export const Language = z.object({
  id: z.int(),
  code: z.string(),
  /** The name in the language itself. */
  name: z.string(),
  english_name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
})
export type Language = z.output<typeof Language>

export const listLanguages = defineCall({
  method: 'GET',
  path: '/rest/language',
  about: 'Lists the languages that the shop offers.',
  access: 'anyone',
  envelope: inData,
  input: z.object({}),
  output: z.array(Language),
})
