import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { ConsoleLink } from '../../shell/console-link.tsx'
import { Keys } from '../content/key.tsx'
import { useDialogPlace } from '../overlays/dialog.tsx'
import { buttonClass } from './button.tsx'
import styles from './menu.module.css'

export type MenuItem = {
  name: string
  icon?: LucideIcon
  /** The key of the command. */
  hint?: string
  isDanger?: boolean
  /** The reason why the item is disabled, as a sentence. */
  disabledBecause?: string | undefined
  /** Whether a line separates the item from the item above. */
  isSeparated?: boolean
} & ({ run: () => unknown; href?: never } | { href: string; run?: never })

type Props = {
  /** The label of the button, or its accessible name if only the icon is visible. */
  label: string
  icon?: LucideIcon
  isLabelHidden?: boolean
  tone?: 'outline' | 'primary' | 'quiet'
  size?: 'small' | 'normal' | 'large'
  items: MenuItem[]
  isDisabled?: boolean
  children?: ReactNode
}

/** Renders a menu with several commands behind one button. A menu without items is hidden. */
export function Menu({
  label,
  icon: Drawing,
  isLabelHidden,
  tone = 'outline',
  size = 'normal',
  items,
  isDisabled = false,
  children,
}: Props) {
  const place = useDialogPlace()
  if (items.length === 0) return null
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        className={buttonClass({ tone, size }, isLabelHidden)}
        aria-label={isLabelHidden ? label : undefined}
        disabled={isDisabled}
      >
        {Drawing && <Drawing size={16} strokeWidth={1.75} aria-hidden />}
        {children ?? (!isLabelHidden && label)}
      </Base.Trigger>
      <Base.Portal container={place}>
        <Base.Positioner className={styles.place} sideOffset={4} align="end">
          <Base.Popup className={styles.popup}>
            {items.map((item) => (
              <Fragment key={item.name}>
                {item.isSeparated && <Base.Separator className={styles.line} />}
                <Row item={item} />
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Row({ item }: { item: MenuItem }) {
  const { icon: Drawing, name, hint, isDanger, disabledBecause, href, run } = item
  const shown = (
    <>
      {Drawing && <Drawing size={16} strokeWidth={1.75} aria-hidden />}
      <span>
        {name}
        {disabledBecause && <span className={styles.why}>{disabledBecause}</span>}
      </span>
      {hint && <Keys of={hint} />}
    </>
  )
  const itemClass = joinClasses(styles.item, isDanger && styles.danger)
  if (href) {
    return (
      <Base.LinkItem className={itemClass} closeOnClick render={<ConsoleLink href={href} />}>
        {shown}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item className={itemClass} disabled={disabledBecause !== undefined} onClick={() => run?.()}>
      {shown}
    </Base.Item>
  )
}
