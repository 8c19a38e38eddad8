import { ArrowLeft } from 'lucide-react'
import { ConsoleLink } from '../../shell/console-link.tsx'
import { buttonClass } from '../buttons/button.tsx'
import styles from './back-link.module.css'

/** Renders the arrow before a page's title that leads to its list. `label` names the list. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <ConsoleLink href={href} className={buttonClass({ tone: 'quiet' }, true)} aria-label={label}>
      <ArrowLeft size={18} strokeWidth={1.75} aria-hidden className={styles.arrow} />
    </ConsoleLink>
  )
}
