import { ChevronDown } from 'lucide-react'
import { Button } from './button.tsx'
import { Menu, type MenuItem } from './menu.tsx'
import styles from './split-button.module.css'

type Props = {
  label: string
  /** The key of the command. */
  hint?: string
  isBusy?: boolean
  disabled?: boolean
  /** The accessible name of the menu button, such as `More ways to send`. */
  menuLabel: string
  /** The other commands. */
  items: MenuItem[]
}

/** Renders the most likely command of a form, with a menu of alternatives. */
export function SplitButton({ label, hint, isBusy = false, disabled = false, menuLabel, items }: Props) {
  return (
    <span className={styles.split}>
      <Button type="submit" tone="primary" isBusy={isBusy} disabled={disabled} {...(hint && { hint })}>
        {label}
      </Button>
      <Menu label={menuLabel} icon={ChevronDown} isLabelHidden tone="primary" items={items} isDisabled={disabled} />
    </span>
  )
}
