import { Hourglass, type LucideIcon, Mail, MessageCircle, Undo2 } from 'lucide-react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { DueBar } from '#console/ui/content/due-bar.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Panel } from '#console/ui/layout/panel.tsx'
import { type DueTask, findDueHref } from './today.rules.ts'
import styles from './today-due.module.css'

const icons: Record<DueTask['kind'], LucideIcon> = {
  ticket: Mail,
  chat: MessageCircle,
  return: Undo2,
  order: Hourglass,
}

/** The link `other` switches between the full list of tasks and the short list. */
type Props = { due: DueTask[]; other: { name: string; href: string } | null }

/** Renders tasks with a due time, earliest first. */
export function TodayDue({ due, other }: Props) {
  return (
    <Panel
      title="Due next"
      isFlush
      actions={
        other && (
          <ConsoleLink href={other.href} className={styles.all}>
            {other.name}
          </ConsoleLink>
        )
      }
    >
      <ul>
        {due.map((one) => {
          const Icon = icons[one.kind]
          return (
            <li key={one.kind + one.number} className={styles.thing}>
              <ConsoleLink href={findDueHref(one)} className={styles.link}>
                <Icon size={16} strokeWidth={1.75} aria-hidden />
                <span className={styles.words}>
                  <span className={styles.name}>
                    <bdi>{one.name}</bdi>
                  </span>
                  <span className={styles.about}>
                    {one.about}
                    {one.money && `, ${formatMoney(one.money)}`}
                  </span>
                </span>
                <DueBar since={one.since} due={one.due_at} />
              </ConsoleLink>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
