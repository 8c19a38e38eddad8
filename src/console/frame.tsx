import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { signOutStaff } from '#features/staff/sign-in.staff.contract.ts'
import { staffSignInLink } from '#features/staff/staff-links.ts'
import { Mark } from '#web/parts/mark.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { Ripples } from '#web/ui/ripples.tsx'
import { useConsole, useMe } from './console-context.ts'
import { ConsoleLink } from './console-link.tsx'
import { todayLink } from './console-links.ts'
import styles from './frame.module.css'
import { findPlaces, type Place } from './places.ts'
import { Avatar } from './ui/avatar.tsx'
import { useCounts } from './use-counts.ts'
import { useKeys } from './use-keys.ts'

export function Frame() {
  const me = useMe()
  const { shop } = useConsole()
  const router = useRouter()
  const { pathname } = useLocation()
  const counts = useCounts(me.counts)
  const places = findPlaces(me.scopes, (href) => router.getMatchedRoutes(href)[2] !== undefined)
  useKeys(
    Object.fromEntries(places.map(({ key, href }) => [`g ${key.toLowerCase()}`, () => router.navigate({ href })])),
  )
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        Skip the navigation
      </a>
      <nav className={styles.nav} aria-label="Console">
        <Ripples className={styles.ripples} />
        <ConsoleLink href={todayLink} className={styles.name}>
          <Mark size={22} />
          <span>{shop.name}</span>
          <small className={styles.staff}>Staff</small>
        </ConsoleLink>
        <ul className={styles.places}>
          {places.map((place, at) => (
            <li key={place.href}>
              {place.group && place.group !== places[at - 1]?.group && <p className={styles.group}>{place.group}</p>}
              <PlaceLink place={place} isHere={isHere(place, pathname)} counts={counts} />
            </li>
          ))}
        </ul>
        <Person />
      </nav>
      <div className={styles.main} id="main">
        <Outlet />
      </div>
    </div>
  )
}

function isHere({ href }: Place, pathname: string): boolean {
  return href === todayLink ? pathname === href : pathname === href || pathname.startsWith(`${href}/`)
}

type PlaceProps = { place: Place; isHere: boolean; counts: Record<string, number> }

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
    window.location.assign(staffSignInLink)
  }
  return (
    <div className={styles.person}>
      <Avatar name={me.name} id={me.id} size="large" />
      <span className={styles.who}>
        {me.name}
        <span className={styles.role}>{me.role?.name}</span>
      </span>
      <button type="button" className={styles.out} onClick={signOut} aria-label="Sign out" title="Sign out">
        <LogOut size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  )
}
