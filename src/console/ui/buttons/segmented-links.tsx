import { ConsoleLink } from '../../shell/console-link.tsx'
import styles from './segmented.module.css'

type Part = { name: string; href: string }

/** Renders a choice stored in the address. Each option is a link. */
export function SegmentedLinks(props: { label: string; parts: Part[]; isOn: (href: string) => boolean }) {
  const { label, parts, isOn } = props
  return (
    <nav className={styles.segments} aria-label={label}>
      {parts.map(({ name, href }) => (
        <ConsoleLink key={href} href={href} className={styles.part} aria-current={isOn(href) ? 'true' : undefined}>
          {name}
        </ConsoleLink>
      ))}
    </nav>
  )
}
