import { isWebLink } from '#contract/text/links.ts'
import { settingNavLink } from '#links/account.links.ts'
import { blogLink, blogPostLink, informationLink, productTestLink } from '#links/pages.links.ts'
import { customerReviewsLink } from '#links/reviews.links.ts'
import { contactLink, orderQueryLink } from '#links/support.links.ts'
import type { NavigationItem } from './settings.contract.ts'

/** Fixed targets of some entries, by id. The other fields of these entries do not change the target. */
const specialIds: Record<number, string> = { 99999: contactLink, 99998: orderQueryLink(), 99997: customerReviewsLink }

/** Returns the target of a navigation entry. Returns null for an entry that only opens its children. */
export function findNavigationPath(item: NavigationItem): string | null {
  const special = specialIds[item.id]
  if (special) return special
  switch (item.link_type) {
    case 'term_list':
      return item.term_service ? informationLink(item.term_service.title) : null
    case 'blog':
      return item.blog ? blogPostLink(item.blog.handle) : blogLink()
    case 'product_test':
      return item.link_detail?.id ? productTestLink(item.link_detail.id) : null
    case 'custom_link': {
      const link = item.link_detail?.link ?? ''
      return isWebLink(link) ? link : null
    }
    default:
      return null
  }
}

/** Returns the target of an entry in a list, which is the page of the entry or the list of its children. */
export function findSettingsPath(item: NavigationItem): string {
  const list = settingNavLink(item)
  return item.children.length > 0 ? list : (findNavigationPath(item) ?? list)
}

export const currencyCookieDays = 30
export const languageCookieDays = 365

/** Returns whether any of the words contains the search, ignoring case and accents: `espanol` finds Español. */
export function matchesSearch(search: string, words: string[]): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const plainSearch = plain(search.trim())
  return words.some((word) => plain(word).includes(plainSearch))
}

/**
 * Codes that replace outdated language codes, and codes of languages that use the texts of a closely related language.
 */
const languageAliases: Record<string, string> = { no: 'nb', nn: 'nb', iw: 'he' }

/**
 * Returns the offered language that fits `Accept-Language` or a page's `lang` best. For example, a visitor with `de-AT`
 * gets `de`, and a visitor with `zh-TW` gets `zh-Hant`.
 */
export function chooseLanguage<L extends { code: string }>(accepted: string, offered: L[]): L | undefined {
  const preferred = accepted
    .split(',')
    .map((one, position) => {
      const [tag = '', ...parameters] = one.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.toLowerCase().replaceAll('_', '-'), quality: quality ? Number(quality) : 1, position }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position)
  const find = (code: string) => offered.find((one) => one.code.toLowerCase() === code)
  for (const { tag } of preferred) {
    const base = tag.split('-')[0] ?? ''
    const isTraditional = /hant|tw|hk|mo/.test(tag) && !tag.includes('hans')
    const variant = base === 'zh' ? (isTraditional ? 'zh-tw' : 'zh-cn') : (languageAliases[base] ?? base)
    const found = find(tag) ?? find(variant)
    if (found) return found
  }
  return undefined
}

/** Returns whether a text is the name of a time zone, such as `Europe/Stockholm`. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** 50: the highest bonus in percent on refunds as store credit. A higher value is a typing error. */
export const maxCreditBonus = 50

/** 300: search engines cut descriptions after about 160 characters, and link previews after about 300. */
export const maxDescription = 300
/** Sources of tax rates: the shop's own table, or Stripe Tax. */
export const taxProviderNames = ['table', 'stripe'] as const
