import * as z from 'zod/mini'
import {
  defineStaffAction,
  defineStaffCall,
  defineStaffList,
  PageInput,
  StaffTime,
} from '#contract/calls/staff-call.ts'
import { StaffId } from '#contract/calls/staff-resources.ts'
import { Body, Sentence, Title } from './pages.staff.contract.ts'

const LanguageCode = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/), z.maxLength(8))

/** A language of the shop, and whether the text exists in it. */
export const WrittenLanguage = z.object({
  language: z.string(),
  name: z.string(),
  english_name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** True for the shop's first language. The text in that language is stored with the page or post itself. */
  is_own: z.boolean(),
  is_written: z.boolean(),
  published_at: z.nullable(StaffTime),
  /** Empty if the author is unknown. */
  published_by: z.string(),
})
export type WrittenLanguage = z.output<typeof WrittenLanguage>

/**
 * The fields of a text. `summary` is the description of a page for search engines, or the teaser of a post in the list
 * of posts.
 */
const Words = { title: Title, summary: Sentence, body: Body }
export const ContentText = z.object({ ...Words, language: z.string() })
export type ContentText = z.output<typeof ContentText>

export const ContentVersion = z.object({
  id: z.int(),
  /** The language code, or null for the text in the shop's first language. */
  language: z.nullable(z.string()),
  title: z.string(),
  published_at: StaffTime,
  published_by: z.string(),
})
export type ContentVersion = z.output<typeof ContentVersion>

const reads = 'content:read'
const writes = 'content:write'

/** Defines the calls for translations and versions, with the same calls for pages and posts. */
function defineTexts(path: '/pages' | '/posts', of: string) {
  const inLanguage = { id: StaffId, language: LanguageCode }
  return {
    listTexts: defineStaffList({
      path: `${path}/:id/texts`,
      about: `Lists the languages of the shop, and whether ${of} has a text in each.`,
      scope: reads,
      input: z.object({ ...PageInput, id: StaffId }),
      output: WrittenLanguage,
    }),
    getText: defineStaffCall({
      method: 'GET',
      path: `${path}/:id/texts/:language`,
      about: `Returns the translation of ${of} in one language.`,
      scope: reads,
      input: z.object(inLanguage),
      output: ContentText,
    }),
    saveText: defineStaffCall({
      method: 'PUT',
      path: `${path}/:id/texts/:language`,
      about: `Creates or replaces the translation of ${of} in one language. Shoppers who use this language see the translation from then on.`,
      scope: writes,
      input: z.object({ ...inLanguage, ...Words, summary: z._default(Sentence, '') }),
      output: ContentText,
    }),
    removeText: defineStaffAction({
      method: 'DELETE',
      path: `${path}/:id/texts/:language`,
      about: `Deletes the translation of ${of} in one language. Shoppers then see the text in the first language of the shop.`,
      scope: writes,
      input: z.object(inLanguage),
    }),
    listVersions: defineStaffList({
      path: `${path}/:id/versions`,
      about: `Lists the last 50 published versions of ${of}, newest first.`,
      scope: reads,
      input: z.object({ ...PageInput, id: StaffId, language: z.optional(LanguageCode) }),
      output: ContentVersion,
    }),
    getVersion: defineStaffCall({
      method: 'GET',
      path: `${path}/:id/versions/:version`,
      about: `Returns a published version of ${of}, for reading or restoring.`,
      scope: reads,
      input: z.object({ id: StaffId, version: StaffId }),
      output: z.extend(ContentVersion, Words),
    }),
  }
}

export const {
  listTexts: listPageTexts,
  getText: getPageText,
  saveText: savePageText,
  removeText: removePageText,
  listVersions: listPageVersions,
  getVersion: getPageVersion,
} = defineTexts('/pages', 'a page')

export const {
  listTexts: listPostTexts,
  getText: getPostText,
  saveText: savePostText,
  removeText: removePostText,
  listVersions: listPostVersions,
  getVersion: getPostVersion,
} = defineTexts('/posts', 'a post')
