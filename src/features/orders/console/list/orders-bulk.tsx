import { CirclePause, CirclePlay, Package, PackageCheck, Printer, Tag, Truck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { BulkBar, type BulkCommand } from '#console/list/bulk/bulk-bar.tsx'
import type { useJob } from '#console/list/bulk/use-job.ts'
import type { Rows } from '#console/list/table/use-rows.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { AreaField } from '#console/ui/fields/field.tsx'
import { type BulkCommandName, changeOrders } from '#features/orders/order-jobs.staff.contract.ts'
import type { OrderHead } from '#features/orders/orders.staff.contract.ts'
import type { StaffMove } from '#features/orders/orders.staff.rules.ts'
import { printSlips } from './print-slips.ts'

/**
 * Loaded on demand, because only some staff members ship orders. The keyboard shortcuts of the bar work before the
 * dialog has loaded.
 */
const ShipManyDialog = lazy(async () => ({ default: (await import('../parcels/ship-many-dialog.tsx')).ShipManyDialog }))
const TagManyDialog = lazy(async () => ({ default: (await import('./tag-dialogs.tsx')).TagManyDialog }))

/** Commands that undo a bulk command. A single order has the same undo commands. */
const undoCommands: Partial<Record<BulkCommandName, { name: string; command: BulkCommandName; reason?: string }>> = {
  pack: { name: 'Unpacking', command: 'unpack' },
  hold: { name: 'Releasing', command: 'release' },
  release: { name: 'Holding', command: 'hold', reason: 'Released by mistake' },
}

type Props = { orders: OrderHead[]; rows: Rows; job: ReturnType<typeof useJob> }

/** Offers the commands for all selected orders. Each order gets its own command, and each refusal is shown on its row. */
export function OrdersBulk({ orders, rows, job }: Props) {
  const { call } = useConsole()
  const [opened, setOpened] = useState<'ship' | 'hold' | 'tag' | null>(null)
  const ticked = orders.filter(({ number }) => rows.isTicked(number))
  const listOrdersWithMove = (move: StaffMove) => ticked.filter(({ possible }) => possible.includes(move))
  const numbersOf = (move: StaffMove) => listOrdersWithMove(move).map(({ number }) => number)
  const run = async (name: string, command: BulkCommandName, reason?: string) => {
    const numbers = numbersOf(command)
    const send = (which: BulkCommandName, some: string[], why?: string) =>
      call(changeOrders, { command: which, numbers: some, ...(why && { reason: why }) })
    const back = undoCommands[command]
    const takeBack = back && {
      name: back.name,
      numbers,
      work: (some: string[]) => send(back.command, some, back.reason),
    }
    const isTaken = await job.start(name, () => send(command, numbers, reason), takeBack)
    if (isTaken) rows.clear()
    return isTaken
  }
  const commands: BulkCommand[] = [
    { name: 'Ship', icon: Truck, fits: listOrdersWithMove('ship').length, key: 'S', run: () => setOpened('ship') },
    {
      name: 'Pack',
      icon: Package,
      fits: listOrdersWithMove('pack').length,
      key: 'P',
      run: () => run('Packing', 'pack'),
    },
    {
      name: 'Release',
      icon: CirclePlay,
      fits: listOrdersWithMove('release').length,
      run: () => run('Releasing', 'release'),
    },
    {
      name: 'Received',
      icon: PackageCheck,
      fits: listOrdersWithMove('deliver').length,
      key: 'D',
      run: () => run('Marking as received', 'deliver'),
    },
    {
      name: 'Print slips',
      icon: Printer,
      fits: ticked.length,
      run: () => printSlips(ticked.map(({ number }) => number)),
    },
    {
      name: 'Hold',
      icon: CirclePause,
      fits: listOrdersWithMove('hold').length,
      key: 'H',
      run: () => setOpened('hold'),
    },
    { name: 'Tag', icon: Tag, fits: ticked.length, key: 'T', run: () => setOpened('tag') },
  ]
  const close = () => setOpened(null)
  return (
    <>
      <BulkBar count={rows.ticked.length} commands={sortByFit(commands)} clear={rows.clear} isBusy={job.isBusy} />
      {opened === 'ship' && (
        <Suspense>
          <ShipManyDialog orders={listOrdersWithMove('ship')} job={job} close={close} done={rows.clear} />
        </Suspense>
      )}
      {opened === 'tag' && (
        <Suspense>
          <TagManyDialog orders={ticked} job={job} close={close} done={rows.clear} />
        </Suspense>
      )}
      {opened === 'hold' && (
        <HoldManyDialog
          count={listOrdersWithMove('hold').length}
          close={close}
          hold={(reason) => run('Holding', 'hold', reason)}
        />
      )}
    </>
  )
}

type HoldProps = { count: number; close: () => void; hold: (reason: string) => Promise<unknown> }

function HoldManyDialog({ count, close, hold }: HoldProps) {
  return (
    <EditDialog
      title={`Hold ${count} orders`}
      button={`Hold ${count} orders`}
      initial={{ reason: '' }}
      says="The shoppers are not notified."
      onClose={close}
      send={(_, { reason }) => hold(reason)}
    >
      {(form) => <AreaField label="Reason for the hold" maxLength={500} required {...form.field('reason')} />}
    </EditDialog>
  )
}

/** Maximum number of commands that fit into the bar. */
const maxSuggestions = 4

/**
 * Sorts the commands. The command that is possible for the most selected orders comes first, and the packing slips come
 * second. Tags are possible for every order and come last.
 */
function sortByFit(commands: BulkCommand[]): BulkCommand[] {
  const named = (commandName: string) => commands.filter(({ name }) => name === commandName)
  const moves = commands
    .filter(({ name, fits }) => name !== 'Print slips' && name !== 'Tag' && fits > 0)
    .sort((one, other) => other.fits - one.fits)
    .slice(0, maxSuggestions - 2)
  return [...moves.slice(0, 1), ...named('Print slips'), ...moves.slice(1), ...named('Tag')]
}
