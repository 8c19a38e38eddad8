import type { LucideIcon as Drawing } from 'lucide-react'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './empty-view.module.css'
import { Icon } from './icon.tsx'

type ViewProps = { title?: ReactNode; line?: ReactNode; children?: ReactNode }

export function EmptyView({ title, line, children }: ViewProps) {
  const t = useT()
  return (
    <div className={styles.view}>
      <Hanger />
      <h2 className={styles.title}>{title ?? t('It is empty here')}</h2>
      {line && <p className={styles.line}>{line}</p>}
      {children && <div className={styles.action}>{children}</div>}
    </div>
  )
}

type FailedViewProps = Omit<ViewProps, 'children'> & { icon?: Drawing; onRefresh?: () => void }

/**
 * Renders a failure with a 'refresh' button, which reloads the page as the specification requires. Inside a sheet
 * `onRefresh` retries instead, because a reload would close the sheet.
 */
export function FailedView({ icon = WifiOff, title, line, onRefresh }: FailedViewProps) {
  const t = useT()
  return (
    <div className={styles.view} role="alert">
      <Icon of={icon} size="xl" className={styles.art} />
      <h2 className={styles.title}>{title ?? t('We couldn’t load this')}</h2>
      <p className={styles.line}>{line ?? t('Check the connection and try again.')}</p>
      <div className={styles.action}>
        <Button tone="secondary" onClick={onRefresh ?? (() => window.location.reload())}>
          {t('refresh')}
        </Button>
      </div>
    </div>
  )
}

function Hanger() {
  return (
    <svg
      className={styles.art}
      width="132"
      height="96"
      viewBox="0 0 132 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M66 33V28.5C66 26 67.5 24.7 69.5 23.5C72.5 21.7 74 19.5 74 16.5C74 12 70.5 8.5 66 8.5C61.5 8.5 58 12 58 16.5" />
      <path d="M66 33L24 56C20.5 58 21.5 63 26 63H106C110.5 63 111.5 58 108 56Z" />
      <path d="M8 80C15 75 22 75 29 80S43 85 50 80S64 75 71 80S85 85 92 80S106 75 113 80S121 83 124 82" opacity=".7" />
      <path d="M30 91C36 87 42 87 48 91S60 95 66 91S78 87 84 91S96 95 102 91" opacity=".4" />
    </svg>
  )
}
