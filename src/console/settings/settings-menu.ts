import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import { settingsLink } from '../shell/console-links.ts'

const below = (name: string) => `${settingsLink}/${name}`
export const settingsLinks = {
  shop: below('shop'),
  money: below('money'),
  markets: below('markets'),
  taxes: below('taxes'),
  shipping: below('shipping'),
  returns: below('returns'),
  payment: below('payment'),
  shoeSizes: below('shoe-sizes'),
  navigation: below('navigation'),
  pages: below('pages'),
  posts: below('posts'),
  letters: below('letters'),
  reviewLabels: below('review-labels'),
  questionTypes: below('question-types'),
  templates: below('templates'),
  staff: below('staff'),
  api: below('api'),
  mails: below('mails'),
  audit: below('audit'),
}

type SettingsMenuEntry = { name: string; href: string; scope: Scope; group: string }

/** The settings pages with their scopes, in the order of the list. */
const places: SettingsMenuEntry[] = [
  { name: 'Store details', href: settingsLinks.shop, scope: 'settings:read', group: 'Store' },
  { name: 'Language and currency', href: settingsLinks.money, scope: 'settings:read', group: 'Store' },
  { name: 'Markets', href: settingsLinks.markets, scope: 'settings:read', group: 'Store' },
  { name: 'Taxes', href: settingsLinks.taxes, scope: 'settings:read', group: 'Store' },
  { name: 'Shipping', href: settingsLinks.shipping, scope: 'settings:read', group: 'Store' },
  { name: 'Returns', href: settingsLinks.returns, scope: 'settings:read', group: 'Store' },
  { name: 'Payments', href: settingsLinks.payment, scope: 'settings:read', group: 'Store' },
  { name: 'Shoe sizes', href: settingsLinks.shoeSizes, scope: 'settings:read', group: 'Store' },
  { name: 'Navigation', href: settingsLinks.navigation, scope: 'content:read', group: 'Online store' },
  { name: 'Pages', href: settingsLinks.pages, scope: 'content:read', group: 'Online store' },
  { name: 'Posts', href: settingsLinks.posts, scope: 'content:read', group: 'Online store' },
  { name: 'Emails', href: settingsLinks.letters, scope: 'settings:read', group: 'Online store' },
  { name: 'Review labels', href: settingsLinks.reviewLabels, scope: 'settings:read', group: 'Labels and templates' },
  { name: 'Question types', href: settingsLinks.questionTypes, scope: 'settings:read', group: 'Labels and templates' },
  { name: 'Answer templates', href: settingsLinks.templates, scope: 'inbox:read', group: 'Labels and templates' },
  { name: 'Staff and roles', href: settingsLinks.staff, scope: 'staff:read', group: 'Team and integrations' },
  { name: 'API keys and webhooks', href: settingsLinks.api, scope: 'keys:write', group: 'Team and integrations' },
  { name: 'Failed emails', href: settingsLinks.mails, scope: 'settings:read', group: 'Team and integrations' },
  { name: 'Audit log', href: settingsLinks.audit, scope: 'audit:read', group: 'Team and integrations' },
]

export function listSettingsMenu(scopes: readonly string[]): SettingsMenuEntry[] {
  const granted = new Set(scopes)
  return places.filter(({ scope }) => allowsScope(granted, scope))
}
