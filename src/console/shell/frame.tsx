import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { LogOut, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { allowsScope } from '#contract/calls/scopes.ts'
import { signOutStaff } from '#features/staff/sign-in.staff.contract.ts'
import { staffSignInLink } from '#features/staff/staff-links.ts'
import { Ripples } from '#ui/buttons/ripples.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useStore } from '#ui/state/use-store.ts'
import { deleteDrafts } from '#web/data/drafts.ts'
import { Mark } from '#web/parts/page/mark.tsx'
import { useCounts } from '../data/use-counts.ts'
import { paletteStore } from '../palette/palette-store.ts'
import { Avatar } from '../ui/content/avatar.tsx'
import { Keys } from '../ui/content/key.tsx'
import { PageSkeleton } from '../ui/layout/page-skeleton.tsx'
import { undoLast } from '../ui/overlays/toast-store.ts'
import { useConsole, useMe } from './console-context.ts'
import { ConsoleLink } from './console-link.tsx'
import { profileLink, todayLink } from './console-links.ts'
import styles from './frame.module.css'
import { LoadingLines, useLoadingKind } from './loading-lines.tsx'
import { isBetterOnDesktop, listMenuEntries, type MenuEntry } from './main-menu.ts'
import { MoreMenu } from './more-menu.tsx'
import { useKeys } from './use-keys.ts'

const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** 4: the tabs that fit at the foot of a phone, next to the tab for all others. */
const maxTabs = 4

export function Frame() {
  const me = useMe()
  const { pathname } = useLocation()
  const wait = useLoadingKind()
  const [isListing, setListing] = useState(false)
  const places = listMenuEntries(me.scopes)
  useFrameKeys(places, () => setListing(true))
  useMarkHydrated()
  const isFinding = useStore(paletteStore)
  return (
    <div className={joinClasses(styles.frame, me.compact_rows && styles.compact)}>
      <a href="#main" className={styles.skip}>
        Skip navigation
      </a>
      <Navigation places={places} />
      <div className={styles.main} id="main">
        <LoadingLines wait={wait} />
        {isBetterOnDesktop(pathname) && (
          <aside className={styles.desk} aria-label="On a phone">
            Works best on a computer.
          </aside>
        )}
        {wait === 'page' ? <PageSkeleton /> : <Outlet />}
      </div>
      {isFinding && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
      {isListing && (
        <Suspense>
          <KeysDialog onClose={() => setListing(false)} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * Registers the keys of every page: G and a letter for each page of the navigation, ? for the list of keys, Z for undo,
 * Ctrl+K for the palette.
 */
function useFrameKeys(places: MenuEntry[], listKeys: () => void) {
  const router = useRouter()
  useKeys({
    ...Object.fromEntries(places.map(({ key, href }) => [`g ${key.toLowerCase()}`, () => router.navigate({ href })])),
    '?': listKeys,
    'shift+?': listKeys,
    z: undoLast,
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/**
 * Marks the page as hydrated. The frame does this instead of the root, because content below the root's outlet is
 * hydrated later, and earlier key presses are lost.
 */
function useMarkHydrated() {
  useEffect(() => {
    document.documentElement.setAttribute('data-hydrated', '')
    dispatchEvent(new Event('hydrated'))
  }, [])
}

function Navigation({ places }: { places: MenuEntry[] }) {
  const me = useMe()
  const { shop, additions } = useConsole()
  const { pathname } = useLocation()
  const counts = useCounts(me.counts)
  return (
    <nav className={styles.nav} aria-label="Console">
      <Ripples className={styles.ripples} />
      <ConsoleLink href={todayLink} className={styles.name}>
        <Mark size={22} />
        <span>{shop.name}</span>
        <small className={styles.staff}>Staff</small>
      </ConsoleLink>
      <button type="button" className={styles.find} onClick={openPalette} aria-keyshortcuts="Control+K">
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <span className={styles.label}>Search</span>
        <span className={styles.findKeys}>
          <Keys of="Ctrl K" />
        </span>
      </button>
      <ul className={styles.places}>
        {places.map((place, at) => (
          <li key={place.href} className={joinClasses(at >= maxTabs && styles.beyondTabs)}>
            {place.group && place.group !== places[at - 1]?.group && <p className={styles.group}>{place.group}</p>}
            <PlaceLink place={place} isHere={isHere(place, pathname)} counts={counts} />
          </li>
        ))}
      </ul>
      <MoreMenu places={places.slice(maxTabs)} />
      <div className={styles.self}>
        {additions.memberAreaParts
          .filter(({ scope }) => allowsScope(me.scopes, scope))
          .map(({ scope, Part }) => (
            <Part key={scope} />
          ))}
        <Person />
      </div>
    </nav>
  )
}

const openPalette = () => paletteStore.write(true)

function isHere({ href }: MenuEntry, pathname: string): boolean {
  return href === todayLink ? pathname === href : pathname === href || pathname.startsWith(`${href}/`)
}

type PlaceProps = { place: MenuEntry; isHere: boolean; counts: Record<string, number> }

function PlaceLink({ place, isHere: isCurrent, counts }: PlaceProps) {
  const { icon: Icon, name, href, isHot } = place
  const waiting = place.counts.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
  return (
    <ConsoleLink href={href} className={styles.place} aria-current={isCurrent ? 'page' : undefined} title={name}>
      <Icon size={18} strokeWidth={1.6} aria-hidden />
      <span className={styles.label}>{name}</span>
      {waiting > 0 && (
        <span className={joinClasses(styles.count, isHot && styles.hot)}>
          {waiting > 999 ? '999+' : waiting}
          <span className="visually-hidden"> waiting</span>
        </span>
      )}
    </ConsoleLink>
  )
}

function Person() {
  const me = useMe()
  const { call } = useConsole()
  async function signOut() {
    await call(signOutStaff, {})
    deleteDrafts()
    window.location.assign(staffSignInLink)
  }
  return (
    <div className={styles.person}>
      <ConsoleLink href={profileLink} className={styles.profile} title="Your profile">
        <Avatar name={me.name} id={me.id} size="large" />
        <span className={styles.who}>
          {me.name}
          <span className={styles.role}>{me.role?.name}</span>
        </span>
      </ConsoleLink>
      <button type="button" className={styles.out} onClick={signOut} aria-label="Sign out" title="Sign out">
        <LogOut size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  )
}
