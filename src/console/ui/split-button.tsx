import { ChevronDown } from 'lucide-react'
import { Button } from './button.tsx'
import { Menu, type MenuItem } from './menu.tsx'
import styles from './split-button.module.css'

type Props = {
  label: string
  /** The key that does the same. */
  hint?: string
  isBusy?: boolean
  disabled?: boolean
  /** What the button of the menu is called, such as `More ways to send`. */
  menuLabel: string
  /** The other ways. */
  items: MenuItem[]
}

/** What a form most likely does next, and beside it the other ways to do it. */
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
