import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { useKeys } from '#console/shell/use-keys.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import styles from './preview.module.css'

type Props = {
  title: string
  /** The status of the row. */
  beside?: ReactNode
  href: string
  /** Moves to the row above or below. */
  move: (step: number) => void
  close: () => void
  children: ReactNode
  foot?: ReactNode
}

/**
 * Renders a preview of a row next to its list. The preview never gets the focus, so that keys still move in the list.
 */
export function Preview({ title, beside, href, move, close, children, foot }: Props) {
  const id = useId()
  useKeys({ escape: close })
  return (
    <aside className={styles.peek} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {beside}
        <span className={styles.tools}>
          <Button tone="quiet" icon={ChevronUp} aria-label="Previous row" onClick={() => move(-1)} />
          <Button tone="quiet" icon={ChevronDown} aria-label="Next row" onClick={() => move(1)} />
          <ConsoleLink href={href} className={buttonClass({ tone: 'quiet' }, true)} aria-label={`Open ${title}`}>
            <Maximize2 size={16} strokeWidth={1.75} aria-hidden />
          </ConsoleLink>
          <Button tone="quiet" icon={X} aria-label="Close" onClick={close} />
        </span>
      </header>
      <div className={styles.body}>{children}</div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </aside>
  )
}
