import { eq } from 'drizzle-orm'
import { type Catalogue, createTranslate, type Translate } from '#contract/text/translate.ts'
import type { Database } from '#server/database/database.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import { projectFolder } from '#server/project-folder.ts'
import { catalogueLanguages, readCatalogue } from '#words/read-catalogue.ts'
import { chooseLanguage } from '../settings.rules.ts'
import { listLanguages, readSellerLines, readSetting } from './settings.service.ts'
import { languages } from './settings.tables.ts'

/** The translation function, language and sender of a mail. */
export type MailWords = {
  t: Translate
  language: string
  direction: 'ltr' | 'rtl'
  siteName: string
  /** The lines about the seller at the end of every mail. */
  seller: string[]
}

// Mails use the catalogues of the screens. Sentences that only mails use have separate catalogues next to this file.
const mails = new URL('src/features/settings/server/mails/', projectFolder)
const loaded = new Map<string, Promise<Catalogue | null>>()

/** Returns the mail texts of a language, or English for a language without texts. */
export async function readMailWords(db: Database, languageId: number | null): Promise<MailWords> {
  const [found] =
    languageId === null
      ? []
      : await db
          .select({ code: languages.code, direction: languages.direction })
          .from(languages)
          .where(eq(languages.id, languageId))
  const siteName = await readSetting(db, 'site_name')
  const wordsOfLanguage = found && (await loadWords(found.code))
  const { code: language, direction } = wordsOfLanguage ? found : { code: 'en', direction: 'ltr' as const }
  const catalogue = wordsOfLanguage ?? (await loadWords('en')) ?? {}
  return {
    t: createTranslate({ language, catalogue }),
    language,
    direction,
    siteName,
    seller: await readSellerLines(db),
  }
}

/**
 * Returns the language of a visitor: the chosen language, or else the first supported language in the browser's
 * preferences.
 */
export async function findRequestLanguage(db: Database, request: VisitorRequest): Promise<number | null> {
  return (await chooseRequestLanguage(db, request))?.id ?? null
}

/**
 * Returns the language code of a visitor's pages. A language that the browser prefers is used only if the shop has
 * texts in that language.
 */
export async function readVisitorLanguage(
  db: Database,
  request: Pick<VisitorRequest, 'cookie' | 'header'>,
): Promise<string> {
  const offered = await listLanguages(db)
  const cookieLanguage = request.cookie('language')
  const isOffered = cookieLanguage !== null && offered.some(({ code }) => code === cookieLanguage)
  if (isOffered) return cookieLanguage
  const wordsOfLanguage = offered.filter(({ code }) => catalogueLanguages.has(code))
  return chooseLanguage(request.header('accept-language') ?? '', wordsOfLanguage)?.code ?? 'en'
}

export async function chooseRequestLanguage(
  db: Database,
  request: Pick<VisitorRequest, 'cookie' | 'header'>,
): Promise<{ id: number; code: string } | null> {
  const offered = await listLanguages(db)
  const cookieLanguage = request.cookie('language')
  return (
    offered.find(({ code }) => code === cookieLanguage) ??
    chooseLanguage(request.header('accept-language') ?? '', offered) ??
    null
  )
}

function loadWords(code: string): Promise<Catalogue | null> {
  const known = loaded.get(code)
  if (known) return known
  const words = readWords(code)
  loaded.set(code, words)
  return words
}

async function readWords(code: string): Promise<Catalogue | null> {
  const [shared, own] = await Promise.all([readCatalogue(code), readCatalogue(code, mails)])
  return shared && own && { ...shared, ...own }
}
