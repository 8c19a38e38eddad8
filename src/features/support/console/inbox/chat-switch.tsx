import { useEffect, useState } from 'react'
import { formatProblem } from '#console/data/use-command.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Switch } from '#console/ui/fields/switch.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { attendChat, getAttendance } from '#features/support/inbox.staff.contract.ts'
import styles from './chat-switch.module.css'

/** 600 minutes, a working day: the switch turns itself off at night. Each answer also keeps the chat open. */
const dayMinutes = 600

export function ChatSwitch() {
  const { call } = useConsole()
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const look = async () => setOpen((await call(getAttendance, {})).data.is_attended)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because the live connection announces later changes.
  useEffect(() => void look().catch(() => undefined), [])
  useStaffLive(['counts'], look)
  async function turn(next: boolean) {
    setOpen(next)
    try {
      await call(attendChat, { minutes: next ? dayMinutes : 0 })
    } catch (error) {
      setOpen(!next)
      showToast(formatProblem(error))
    }
  }
  return (
    <span
      className={styles.sidebar}
      title={
        isOpen ? 'Shoppers see that support is online' : 'Shoppers see that support is offline and can leave a message'
      }
    >
      <Switch
        label={<span className={styles.words}>{isOpen ? 'Chat is open' : 'Chat is closed'}</span>}
        isOn={isOpen === true}
        disabled={isOpen === null}
        onChange={turn}
      />
    </span>
  )
}
