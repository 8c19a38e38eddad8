import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { formatProblem } from '#console/data/use-command.ts'
import { formatOriginList } from '#console/list/moves/origin-list.rules.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffReturnLink } from '#console/shell/console-links.ts'
import { ScanButton } from '#console/ui/buttons/scan-button.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { listReturns, type ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { findParcel } from '../list/returns-view.rules.ts'
import { returnBadges } from '../parts/return-badges.rules.ts'
import styles from './receive-parcel-dialog.module.css'

const max = 20
/** List of returns on their way. After receiving one parcel, staff continue with this list. */
const onTheWay = formatOriginList({ status: 'approved' })

/** Finds the return of a parcel by a number on its label, and opens the return. */
function useParcelSearch(close: () => void) {
  const { call } = useConsole()
  const router = useRouter()
  const [matches, setMatches] = useState<ReturnHead[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const open = async ({ number }: ReturnHead) => {
    close()
    await router.navigate({ href: staffReturnLink(number, onTheWay) })
  }
  async function find(text: string) {
    const q = text.trim()
    setMatches([])
    if (q === '') return setProblem('Please fill in this field')
    setBusy(true)
    setProblem(null)
    try {
      const { data } = await call(listReturns, { q, limit: max })
      const one = findParcel(data.data)
      if (one) return await open(one)
      setMatches(data.data)
      if (data.data.length === 0) setProblem(`No return has the number ${q}`)
    } catch (error) {
      setProblem(formatProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return { matches, problem, setProblem, isBusy, find }
}

/** Finds the return of a parcel by any number on its label. */
export function ReceiveParcelDialog({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  const { matches, problem, setProblem, isBusy, find } = useParcelSearch(close)
  return (
    <Dialog
      isOpen
      title="Receive a parcel"
      onClose={close}
      onSubmit={() => find(typed)}
      says="Scan the label, or enter the number printed on it."
      footer={(leave) => (
        <DialogButtons close={leave} isBusy={isBusy} hint="Ctrl ↵">
          Open return
        </DialogButtons>
      )}
    >
      <div className={styles.row}>
        <TextField
          label="Return, order or tracking number"
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setProblem(null)
          }}
          error={problem}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          data-first
        />
        <ScanButton
          name="label"
          onRead={(text) => {
            setTyped(text)
            find(text)
          }}
        />
      </div>
      {matches.length > 0 && <MatchingReturns returns={matches} close={close} />}
    </Dialog>
  )
}

function MatchingReturns({ returns, close }: { returns: ReturnHead[]; close: () => void }) {
  return (
    <ul className={styles.found} aria-label="Returns with this number">
      {returns.map((one) => (
        <li key={one.number} className={styles.one}>
          <ConsoleLink href={staffReturnLink(one.number, onTheWay)} onClick={close}>
            <bdi dir="ltr">{one.number}</bdi>
          </ConsoleLink>
          <Status badge={returnBadges[one.status]} />
          <span className={styles.who}>{one.customer.name || one.customer.email}</span>
        </li>
      ))}
    </ul>
  )
}
