import { Plus } from 'lucide-react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { buttonClass } from '#console/ui/buttons/button.tsx'

type Props = { href: string; children: string }

/** Renders the button in a list's head that leads to the form for a new row. */
export function CreateLink({ href, children }: Props) {
  return (
    <ConsoleLink href={href} className={buttonClass({ tone: 'primary' })} hint="C">
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      {children}
    </ConsoleLink>
  )
}
