import { Fragment, type ReactNode, useState } from 'react'
import type { StaffAnswer, StaffCall, StaffInput } from '#contract/calls/staff-call.ts'
import { useCommand } from '../data/use-command.ts'
import { useConsole } from '../shell/console-context.ts'
import { Button } from '../ui/buttons/button.tsx'

/** An item as loaded when its dialog opened, with its version for `If-Match`. */
export type Opened<T> = { data: T; etag: string; reload: () => Promise<unknown> }
/** The props of a list's dialog. Without `opened` the dialog is for a new item. */
export type RowDialogProps<T> = { opened?: Opened<T> | undefined; onClose: () => void }
type Data<C extends StaffCall> = StaffAnswer<C>['data']

/** Returns the dialog of a list, for a new item or for a row, which is reloaded when it opens. */
export function useRowDialog<C extends StaffCall>(call: C, draw: (props: RowDialogProps<Data<C>>) => ReactNode) {
  const { call: make } = useConsole()
  const { run, busy, problem } = useCommand()
  const [isAdding, setAdding] = useState(false)
  const [read, setRead] = useState<{ input: StaffInput<C>; answer: StaffAnswer<C> } | null>(null)
  const load = async (input: StaffInput<C>) => setRead({ input, answer: await make(call, input) })
  const opened = read && {
    data: read.answer.data,
    etag: read.answer.etag ?? '',
    reload: () => load(read.input),
  }
  return {
    add: () => setAdding(true),
    open: (input: StaffInput<C>) => run(JSON.stringify(input), () => load(input)),
    isOpening: (input: StaffInput<C>) => busy === JSON.stringify(input),
    problem,
    /** The dialog, rendered next to the list. */
    dialog: (
      <>
        {isAdding && draw({ onClose: () => setAdding(false) })}
        {opened && (
          <Fragment key={JSON.stringify(read.input)}>{draw({ opened, onClose: () => setRead(null) })}</Fragment>
        )}
      </>
    ),
  }
}

type EditButtonProps<I> = {
  rowDialog: { open: (input: I) => unknown; isOpening: (input: I) => boolean }
  /** The input that identifies the opened item. */
  which: I
  /** The name of the item, for screen readers. */
  name: string
}

export function EditButton<I>({ rowDialog, which, name }: EditButtonProps<I>) {
  return (
    <Button
      tone="quiet"
      size="small"
      aria-label={`Edit ${name}`}
      isBusy={rowDialog.isOpening(which)}
      onClick={() => rowDialog.open(which)}
    >
      Edit
    </Button>
  )
}
