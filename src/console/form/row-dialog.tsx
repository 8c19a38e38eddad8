import { Fragment, type ReactNode, useState } from 'react'
import type { StaffAnswer, StaffCall, StaffInput } from '#contract/calls/staff-call.ts'
import { useCommand } from '../data/use-command.ts'
import { useConsole } from '../shell/console-context.ts'
import { Button } from '../ui/button.tsx'

/** A thing as it was read when its dialog opened, with its version for `If-Match`. */
export type Opened<T> = { data: T; etag: string; reload: () => Promise<unknown> }
/** What the dialog of a list gets: nothing in `opened` is for a new thing. */
export type RowDialogProps<T> = { opened?: Opened<T> | undefined; onClose: () => void }
type Data<C extends StaffCall> = StaffAnswer<C>['data']

/** The dialog of a list, for a new thing or for one of its rows, which is read anew as it opens. */
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
    /** To be drawn beside the list. */
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
  /** Which one it opens. */
  which: I
  /** What it is called, for those who hear it. */
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
