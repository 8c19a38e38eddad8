import { readCookie } from '#contract/calls/cookies.ts'
import { timeZoneCookie, toKnownZone } from '#contract/times/time-zones.ts'
import { findFirstCurrency } from '#features/addresses/server/visitor-country.service.ts'
import { readDevice } from '#features/adverts/adverts.rules.ts'
import { hasLegalPages } from '#features/pages/server/pages.service.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import { listLanguages, parseDescriptions, readSettings } from '#features/settings/server/settings.service.ts'
import { chooseLanguage } from '#features/settings/settings.rules.ts'
import type { Shop } from '#server/shop.ts'
import type { Site } from '#web/session/site.ts'

const english: Site['language'] = { id: 1, code: 'en', name: 'English', direction: 'ltr' }

type ReadHeader = (name: string) => string | null | undefined

export async function readSite(shop: Shop, request: Request, catalogueLanguages: ReadonlySet<string>): Promise<Site> {
  const header: ReadHeader = (name) => request.headers.get(name)
  const [settings, choices, hasLegal] = await Promise.all([
    readSettings(shop.db),
    readChoices(shop, header, catalogueLanguages),
    hasLegalPages(shop.db),
  ])
  const { shown, picked, currency, device } = choices
  return {
    name: settings.site_name,
    description: parseDescriptions(settings)[shown.code] ?? settings.site_description,
    publicUrl: shop.publicUrl,
    language: { id: shown.id, code: shown.code, name: shown.name, direction: shown.direction },
    picked: { code: picked.code, name: picked.name },
    page_translator: settings.page_translator,
    currency,
    time_zone: toKnownZone(readCookie(header('cookie') ?? '', timeZoneCookie)),
    device,
    open_collect: settings.open_collect,
    reviews_switch: settings.reviews_switch,
    chat_switch: settings.chat_switch,
    has_legal_pages: hasLegal,
  }
}

/** Reads the language, currency and device of a guest's page from the cookies and headers. */
export async function readChoices(shop: Shop, header: ReadHeader, catalogueLanguages: ReadonlySet<string>) {
  const cookies = header('cookie') ?? ''
  const [languages, currency] = await Promise.all([
    listLanguages(shop.db),
    findCurrency(shop, readCookie(cookies, 'currency'), header),
  ])
  // On a first visit, only languages with a catalog are considered.
  const spoken = languages.filter(({ code }) => catalogueLanguages.has(code))
  const chosenCode = readCookie(cookies, 'language')
  const picked =
    languages.find((one) => one.code === chosenCode) ??
    chooseLanguage(header('accept-language') ?? '', spoken) ??
    english
  const shown = catalogueLanguages.has(picked.code) ? picked : english
  return { shown, picked, currency, device: readDevice(header('user-agent') ?? undefined) }
}

/** Returns the chosen currency for the page's prices. A chosen currency without a rate is ignored. */
async function findCurrency(shop: Shop, picked: string | null, header: ReadHeader): Promise<string> {
  if (picked !== null && (await readCurrencies(shop.db)).has(picked)) return picked
  return findFirstCurrency(shop, { header })
}
