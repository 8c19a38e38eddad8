import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import settings from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { useSwitches } from '#console/settings/use-switches.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { Button } from '#console/ui/buttons/button.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { editNavigationItem } from '#features/pages/pages.staff.contract.ts'
import { type Item, linkTypeNames } from './navigation-entry.tsx'
import { flattenEntries } from './navigation-order.rules.ts'
import styles from './navigation-page.module.css'
import type { EntryOrder } from './use-entry-order.ts'

const entryLink = (id: number) => `${settingsLinks.navigation}?entry=${id}`

/** Returns switches that show or hide an entry in the shop immediately. */
export function useEntrySwitches() {
  const { call } = useConsole()
  return useSwitches<Item & { is_active: boolean }>(
    ({ id }, is_visible) => call(editNavigationItem, { id, is_visible }, { ifMatch: '*' }),
    ({ name }, isOn) => (isOn ? `${name} is shown` : `${name} is hidden`),
  )
}

type Shared = {
  order: EntryOrder
  switches: ReturnType<typeof useEntrySwitches>
  mayWrite: boolean
}

/** Renders the list of entries. `chosen` is the entry that is open beside the list. */
export function EntryList({ chosen, ...shared }: Shared & { chosen: number | undefined }) {
  const { order, mayWrite } = shared
  const [dragged, setDragged] = useState<number | null>(null)
  return (
    <ul className={styles.entries}>
      {flattenEntries(order.entries).map(({ entry, depth }, _, rows) => {
        const siblings = rows.filter((row) => row.entry.parent_id === entry.parent_id).map((row) => row.entry.id)
        return (
          <EntryRow
            key={entry.id}
            {...shared}
            entry={entry}
            siblings={siblings}
            isChosen={entry.id === chosen}
            data-depth={Math.min(depth, 3)}
            data-dragged={dragged === entry.id || undefined}
            draggable={mayWrite}
            onDragStart={() => setDragged(entry.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null && siblings.includes(dragged)) event.preventDefault()
            }}
            onDrop={() => dragged !== null && order.move(dragged, entry.id)}
          />
        )
      })}
    </ul>
  )
}

type RowProps = Shared &
  ComponentProps<'li'> & {
    entry: Item
    /** The ids of all entries with the same parent, in order. The entry of this row is included. */
    siblings: number[]
    isChosen: boolean
  }

function EntryRow({ entry, siblings, isChosen, order, switches, mayWrite, ...item }: RowProps) {
  const at = siblings.indexOf(entry.id)
  const one = { ...entry, is_active: entry.is_visible }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!mayWrite || !event.altKey || !by) return
    event.preventDefault()
    order.move(entry.id, siblings[at + by])
  }
  const inside = order.entries.filter(({ parent_id }) => parent_id === entry.id).length
  return (
    <li className={styles.entry} data-chosen={isChosen || undefined} {...item}>
      {mayWrite && <GripVertical size={16} strokeWidth={1.75} aria-hidden className={styles.grip} />}
      <ConsoleLink
        href={entryLink(entry.id)}
        replace
        draggable={false}
        className={styles.name}
        aria-current={isChosen ? 'true' : undefined}
        aria-keyshortcuts={mayWrite ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        onKeyDown={step}
      >
        {entry.name}
      </ConsoleLink>
      {mayWrite && <MoveButtons {...{ entry, siblings, order }} />}
      <span className={`${styles.kind} ${settings.third}`}>
        {linkTypeNames[entry.link_type]}
        {entry.link_type === 'group' && `, ${inside}`}
      </span>
      <Switch
        label={`Show ${entry.name}`}
        isLabelHidden
        isOn={switches.isOn(one)}
        disabled={!mayWrite}
        onChange={(isOn) => switches.set(one, isOn)}
      />
    </li>
  )
}

function MoveButtons({ entry: { id, name }, siblings, order }: Pick<RowProps, 'entry' | 'siblings' | 'order'>) {
  const at = siblings.indexOf(id)
  return (
    <span className={styles.buttons}>
      <Button
        tone="quiet"
        size="small"
        icon={ArrowUp}
        aria-label={`Move ${name} up`}
        disabled={at === 0}
        onClick={() => order.move(id, siblings[at - 1])}
      />
      <Button
        tone="quiet"
        size="small"
        icon={ArrowDown}
        aria-label={`Move ${name} down`}
        disabled={at === siblings.length - 1}
        onClick={() => order.move(id, siblings[at + 1])}
      />
    </span>
  )
}
