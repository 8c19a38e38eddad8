import { loadAll } from '#console/data/load-all.ts'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import type { getPageText, listPageTexts, WrittenLanguage } from '#features/pages/texts.staff.contract.ts'

/** A new text is written in the shop's first language. */
const first: WrittenLanguage = {
  ...{ language: 'en', name: 'English', english_name: 'English', direction: 'ltr' },
  ...{ is_own: true, is_written: false, published_at: null, published_by: '' },
}

/** Loads the languages of a text and the requested language, with the text in that language if it exists. */
export async function loadTexts(
  load: MakeStaffCall,
  calls: { list: typeof listPageTexts; text: typeof getPageText },
  { id, language }: { id: number | null; language: string | undefined },
) {
  const languages = id === null ? [first] : await loadAll(load, calls.list, { id })
  const chosen = languages.find((one) => one.language === language) ?? languages[0] ?? first
  const text =
    id !== null && chosen.is_written && !chosen.is_own
      ? await load(calls.text, { id, language: chosen.language })
      : { data: null, etag: null }
  return { languages, language: chosen, text: text.data, textEtag: text.etag ?? '' }
}

export const readId = (id: string): number | null => (/^[1-9]\d{0,9}$/.test(id) ? Number(id) : null)
