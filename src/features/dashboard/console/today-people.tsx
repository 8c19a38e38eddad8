import { useStaffLive } from '#console/data/use-staff-live.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { formatPerson, type Person } from './today.rules.ts'
import styles from './today-people.module.css'

const presence = ['presence']

/** Renders the other staff members at work, with the page that each member has open. */
export function TodayPeople({ people }: { people: Person[] }) {
  const clock = { now: useNow(), zone: useZone() }
  const presentStaff = useStaffLive(presence, () => undefined)
  return (
    <Panel title="Colleagues">
      <ul className={styles.people}>
        {people.map((one) => (
          <li key={one.id} className={styles.person}>
            <Avatar name={one.name} id={one.id} />
            <span className={styles.name}>{one.name}</span>
            <span className={styles.does}>
              <bdi>{formatPerson(one, presentStaff.find(({ id }) => id === one.id)?.about, clock)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
