import { eq } from 'drizzle-orm'
import { type Catalogue, createTranslate, type Translate } from '#contract/text/translate.ts'
import type { Database } from '#server/database/database.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import { projectFolder } from '#server/project-folder.ts'
import { catalogueLanguages, readCatalogue } from '#words/read-catalogue.ts'
import { chooseLanguage } from '../settings.rules.ts'
import { listLanguages, readSellerLines, readSetting } from './settings.service.ts'
import { languages } from './settings.tables.ts'

/** The words of a mail, how its language is written, and who writes it. */
export type MailWords = {
  t: Translate
  language: string
  direction: 'ltr' | 'rtl'
  siteName: string
  /** Who sells, line by line: the foot of every letter. */
  seller: string[]
}

// Words are data, so mails share the labels of the screens; the sentences that only mails say stand beside this file.
const mails = new URL('src/features/settings/server/mails/', projectFolder)
const loaded = new Map<string, Promise<Catalogue | null>>()

/** The words of a language, English for one that we do not speak. */
export async function readMailWords(db: Database, languageId: number | null): Promise<MailWords> {
  const [found] =
    languageId === null
      ? []
      : await db
          .select({ code: languages.code, direction: languages.direction })
          .from(languages)
          .where(eq(languages.id, languageId))
  const siteName = await readSetting(db, 'site_name')
  const spoken = found && (await loadWords(found.code))
  const { code: language, direction } = spoken ? found : { code: 'en', direction: 'ltr' as const }
  const catalogue = spoken ?? (await loadWords('en')) ?? {}
  return {
    t: createTranslate({ language, catalogue }),
    language,
    direction,
    siteName,
    seller: await readSellerLines(db),
  }
}

/** The language a visitor reads the shop in: the one picked, else the first that the browser asks for. */
export async function findRequestLanguage(db: Database, request: VisitorRequest): Promise<number | null> {
  return (await chooseRequestLanguage(db, request))?.id ?? null
}

/** Returns the code of the language in which the pages of a visitor are made: one that is only preferred counts where the shop has its words. */
export async function readVisitorLanguage(
  db: Database,
  request: Pick<VisitorRequest, 'cookie' | 'header'>,
): Promise<string> {
  const offered = await listLanguages(db)
  const picked = request.cookie('language')
  const isOffered = picked !== null && offered.some(({ code }) => code === picked)
  if (isOffered) return picked
  const spoken = offered.filter(({ code }) => catalogueLanguages.has(code))
  return chooseLanguage(request.header('accept-language') ?? '', spoken)?.code ?? 'en'
}

export async function chooseRequestLanguage(
  db: Database,
  request: Pick<VisitorRequest, 'cookie' | 'header'>,
): Promise<{ id: number; code: string } | null> {
  const offered = await listLanguages(db)
  const picked = request.cookie('language')
  return (
    offered.find(({ code }) => code === picked) ??
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
