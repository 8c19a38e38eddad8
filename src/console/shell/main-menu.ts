import {
  ChartColumn,
  Image,
  Inbox,
  LayoutTemplate,
  ListChecks,
  type LucideIcon,
  Package,
  Settings,
  Shirt,
  Star,
  Store,
  TicketPercent,
  Undo2,
  Users,
} from 'lucide-react'
import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import * as links from './console-links.ts'

export type MenuEntry = {
  name: string
  href: string
  icon: LucideIcon
  /** The scopes of the page. Members with any of these scopes may open the page. */
  scopes: readonly Scope[]
  /** The counts of `/me` that belong to the page. */
  counts: string[]
  /** True for a page where someone is waiting right now. */
  isHot?: true
  /** The key after `G`. */
  key: string
  group?: string
}

/** The navigation, from the top. */
const places: MenuEntry[] = [
  { name: 'Today', href: links.todayLink, icon: ListChecks, scopes: ['orders:read'], counts: [], key: 'T' },
  {
    name: 'Orders',
    href: links.ordersLink,
    icon: Package,
    scopes: ['orders:read'],
    counts: ['orders_to_prepare', 'orders_to_pack', 'orders_to_ship'],
    key: 'O',
  },
  {
    name: 'Returns',
    href: links.returnsLink,
    icon: Undo2,
    scopes: ['returns:read'],
    counts: ['returns_to_judge'],
    key: 'R',
  },
  {
    name: 'Inbox',
    href: links.inboxLink,
    icon: Inbox,
    scopes: ['inbox:read'],
    counts: ['tickets', 'chats'],
    isHot: true,
    key: 'I',
  },
  { name: 'Customers', href: links.customersLink, icon: Users, scopes: ['customers:read'], counts: [], key: 'C' },
  { name: 'Reviews', href: links.reviewsLink, icon: Star, scopes: ['reviews:read'], counts: [], key: 'V' },
  {
    name: 'Products',
    href: links.productsLink,
    icon: Shirt,
    scopes: ['catalogue:read'],
    counts: [],
    key: 'P',
    group: 'Storefront',
  },
  {
    name: 'Coupons',
    href: links.couponsLink,
    icon: TicketPercent,
    scopes: ['marketing:read'],
    counts: [],
    key: 'K',
    group: 'Storefront',
  },
  {
    name: 'Widgets',
    href: links.widgetsLink,
    icon: LayoutTemplate,
    scopes: ['marketing:read'],
    counts: [],
    key: 'W',
    group: 'Storefront',
  },
  {
    name: 'Ads',
    href: links.advertsLink,
    icon: Image,
    scopes: ['marketing:read'],
    counts: [],
    key: 'A',
    group: 'Storefront',
  },
  {
    name: 'Reports',
    href: links.figuresLink,
    icon: ChartColumn,
    scopes: ['orders:read'],
    counts: [],
    key: 'F',
    group: 'Store',
  },
  {
    name: 'Set-up',
    href: links.startLink,
    icon: Store,
    scopes: ['settings:write'],
    counts: [],
    key: 'U',
    group: 'Store',
  },
  {
    name: 'Settings',
    href: links.settingsLink,
    icon: Settings,
    // Each settings page requires its own scope.
    scopes: ['settings:read', 'inbox:read', 'staff:read', 'keys:write', 'audit:read'],
    counts: [],
    key: 'S',
    group: 'Store',
  },
]

/** Returns the navigation entries that a member with these scopes may see. */
export function listMenuEntries(scopes: readonly string[]): MenuEntry[] {
  const granted = new Set(scopes)
  return places.filter((place) => place.scopes.some((scope) => allowsScope(granted, scope)))
}

/** Pages with large forms and tables. On a phone these pages show a note, but still open. */
const desktopPages = [links.settingsLink, links.importsLink, links.widgetsLink, links.startLink, links.newProductLink]

export function isBetterOnDesktop(pathname: string): boolean {
  return desktopPages.some((href) => pathname === href || pathname.startsWith(`${href}/`))
}
