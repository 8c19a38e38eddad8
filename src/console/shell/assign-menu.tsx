import { ChevronDown, UserPlus } from 'lucide-react'
import { Menu } from '../ui/buttons/menu.tsx'
import { useMe } from './console-context.ts'
import { useNarrow } from './use-narrow.ts'

type Person = { id: string; name: string }
type Props = {
  assignee: Person | null
  people: readonly Person[]
  /** The label of the button without an assignee. */
  none: string
  /** The key of the command. */
  hint?: string
  size?: 'small' | 'normal'
  assignTo: (to: string | null) => unknown
}

/** Renders the assignee, and the menu of possible assignees. */
export function AssignMenu({ assignee, people, none, hint, size = 'normal', assignTo }: Props) {
  const me = useMe()
  const isNarrow = useNarrow()
  const isMine = assignee?.id === me.id
  const others = people.filter(({ id }) => id !== me.id && id !== assignee?.id)
  return (
    <Menu
      label={isNarrow ? (assignee ? `Assigned to ${assignee.name}` : 'Unassigned') : (assignee?.name ?? none)}
      icon={isNarrow || !assignee ? UserPlus : ChevronDown}
      isLabelHidden={isNarrow}
      tone={isNarrow ? 'quiet' : 'outline'}
      size={size}
      items={[
        {
          name: isMine ? 'Unassign' : 'Assign to me',
          ...(hint && { hint }),
          run: () => assignTo(isMine ? null : me.id),
        },
        ...(assignee && !isMine ? [{ name: 'Unassign', run: () => assignTo(null) }] : []),
        ...others.map(({ id, name }, at) => ({ name, isSeparated: at === 0, run: () => assignTo(id) })),
      ]}
    />
  )
}
