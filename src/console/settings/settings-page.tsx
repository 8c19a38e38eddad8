import { useLocation, useRouter } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { allowsScope } from '#contract/calls/scopes.ts'
import { useStaffLive } from '../data/use-staff-live.ts'
import { useMe } from '../shell/console-context.ts'
import { ConsoleLink } from '../shell/console-link.tsx'
import { PageHead } from '../ui/layout/page-head.tsx'
import { listSettingsMenu } from './settings-menu.ts'
import styles from './settings-page.module.css'

type Props = {
  title: string
  /** The link back, for an item below a settings page. */
  crumb?: ReactNode
  /** The purpose of the page in one sentence. */
  about: ReactNode
  /** The main button of the page. */
  actions?: ReactNode
  /** The live changes that the page follows. */
  follows?: 'settings' | 'people'
  children: ReactNode
  /** The save bar. */
  foot?: ReactNode
}

const followScopes = { settings: 'settings:read', people: 'staff:read' } as const

function Follow({ topic }: { topic: string }) {
  const router = useRouter()
  useStaffLive([topic], () => router.invalidate({ sync: true }))
  return null
}

/** Renders a settings page next to the list of all settings pages. */
export function SettingsPage({ title, crumb, about, actions, follows, children, foot }: Props) {
  const { scopes } = useMe()
  const { pathname } = useLocation()
  const places = listSettingsMenu(scopes)
  const row = useRef<HTMLUListElement>(null)
  // In a row, the current page may be out of view and is scrolled to. `pathname` changes with the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect finds the current page in the document.
  useEffect(() => {
    const list = row.current
    if (!list || list.scrollWidth <= list.clientWidth) return
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <main className={styles.page}>
      {follows && allowsScope(scopes, followScopes[follows]) && <Follow topic={follows} />}
      <PageHead
        title={title}
        crumb={
          crumb ? (
            <>
              Settings <ChevronRight size={14} strokeWidth={1.75} aria-hidden className={styles.step} /> {crumb}
            </>
          ) : (
            'Settings'
          )
        }
      >
        {actions}
      </PageHead>
      <div className={styles.columns}>
        <nav className={styles.nav} aria-label="Settings">
          <ul ref={row}>
            {places.map(({ name, href, group }, at) => (
              <li key={href}>
                {group !== places[at - 1]?.group && <p className={styles.group}>{group}</p>}
                <ConsoleLink
                  href={href}
                  className={styles.place}
                  aria-current={pathname === href || pathname.startsWith(`${href}/`) ? 'page' : undefined}
                >
                  {name}
                </ConsoleLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.body}>
          <div className={styles.stack}>
            <p className={styles.about}>{about}</p>
            {children}
          </div>
          {foot}
        </div>
      </div>
    </main>
  )
}
