import { useEffect, useState } from 'react'
import { useConsole } from '#console/console-context.ts'
import { showToast } from '#console/ui/toast-store.ts'
import { tellProblem } from '#console/use-command.ts'
import { useStaffLive } from '#console/use-staff-live.ts'
import { attendChat, getAttendance } from '#features/inbox/inbox.staff.contract.ts'
import styles from './chat-switch.module.css'

/** As long as a working day: nobody switches it off at night, and each answer keeps it open too. */
const dayMinutes = 600

/** Whether shoppers are told that somebody is at the chat. */
export function ChatSwitch() {
  const { call } = useConsole()
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const look = async () => setOpen((await call(getAttendance, {})).data.is_attended)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later changes are told.
  useEffect(() => void look().catch(() => undefined), [])
  useStaffLive(['counts'], look)
  async function turn() {
    const next = !isOpen
    setOpen(next)
    try {
      await call(attendChat, { minutes: next ? dayMinutes : 0 })
    } catch (error) {
      setOpen(!next)
      showToast(tellProblem(error))
    }
  }
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOpen === true}
      disabled={isOpen === null}
      className={styles.switch}
      onClick={turn}
      title={isOpen ? 'Shoppers see that somebody answers' : 'Shoppers are asked to leave a message'}
    >
      <span className={styles.track} aria-hidden />
      <span className={styles.words}>{isOpen ? 'Chat is open' : 'Chat is closed'}</span>
    </button>
  )
}
