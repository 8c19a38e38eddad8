import { useEffect, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import type { useJob } from '#console/list/bulk/use-job.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { CheckGroup } from '#console/ui/fields/check-group.tsx'
import { TagField } from '#console/ui/fields/tag-field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { tagOrder } from '#features/orders/order-commands.staff.contract.ts'
import { tagOrders } from '#features/orders/order-jobs.staff.contract.ts'
import { listOrderChoices, type OrderHead } from '#features/orders/orders.staff.contract.ts'
import { maxOwnTags, tagLength } from '#features/orders/orders.staff.rules.ts'
import type { OrderDialog } from '../parts/order-dialog.tsx'

/** Loads the tags that the shop uses. If that fails, the field has no suggestions. */
function useKnownTags(): string[] {
  const { call } = useConsole()
  const [words, setWords] = useState<string[]>([])
  useEffect(() => {
    let isLeft = false
    call(listOrderChoices, {}).then(
      ({ data }) => isLeft || setWords(data.tags),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [call])
  return words
}

const without = (tags: readonly string[], others: readonly string[]) => tags.filter((tag) => !others.includes(tag))

/** Edits the tags that staff added to an order. Sends only the difference, which can be undone. */
export function TagsDialog({ order: { number, own_tags: had }, send, close }: OrderDialog) {
  const me = useMe()
  const known = useKnownTags()
  const [tags, setTags] = useState<readonly string[]>(had)
  const { run, busy, problem } = useCommand()
  const change = { add: without(tags, had), remove: without(had, tags) }
  const isChanged = change.add.length + change.remove.length > 0
  async function keep() {
    if (!isChanged) return close()
    if (!(await run('tag', () => send(tagOrder, change)))) return
    close()
    const undo = () => run('undo', () => send(tagOrder, { add: change.remove, remove: change.add }))
    showToast(`Tags of ${number} changed`, { action: { label: 'Undo', run: undo } })
  }
  return (
    <Dialog
      isOpen
      title="Tags of the order"
      onClose={close}
      onSubmit={keep}
      says={`By ${me.name}. Shoppers do not see tags.`}
      footer={
        <DialogButtons close={close} isBusy={busy !== null} hint="Ctrl ↵">
          Save tags
        </DialogButtons>
      }
    >
      <Refusal problem={problem} />
      <TagField
        label="Tags"
        hint="Your own tags, such as Gift wrap or Call first. Press Enter after each tag."
        value={tags}
        onChange={setTags}
        known={known}
        max={maxOwnTags}
        maxLength={tagLength}
      />
    </Dialog>
  )
}

type ManyProps = { orders: OrderHead[]; job: ReturnType<typeof useJob>; close: () => void; done: () => void }

/** Adds tags to the selected orders, and removes tags that some of these orders have. */
export function TagManyDialog({ orders, job, close, done }: ManyProps) {
  const { call } = useConsole()
  const me = useMe()
  const known = useKnownTags()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const ordersTags = [...new Set(orders.flatMap(({ own_tags }) => own_tags))].sort()
  const isChanged = add.length + remove.length > 0
  const name = orders.length === 1 ? '1 order' : `${orders.length} orders`
  async function tag() {
    if (!isChanged) return
    setBusy(true)
    const numbers = orders.map(({ number }) => number)
    const isTaken = await job.start('Tagging', () => call(tagOrders, { numbers, add, remove }))
    setBusy(false)
    if (!isTaken) return
    close()
    done()
  }
  return (
    <Dialog
      isOpen
      title={`Tag ${name}`}
      onClose={close}
      isChanged={isChanged}
      onSubmit={tag}
      says={`By ${me.name}. Shoppers do not see tags.`}
      footer={(leave) => (
        <DialogButtons close={leave} isBusy={isBusy} disabled={!isChanged} hint="Ctrl ↵">
          Tag {name}
        </DialogButtons>
      )}
    >
      <Refusal problem={job.problem} />
      <TagField
        label="Add tags"
        hint="Your own tags, such as Gift wrap or Call first. Press Enter after each tag."
        value={add}
        onChange={setAdd}
        known={known}
        max={maxOwnTags}
        maxLength={tagLength}
      />
      {ordersTags.length > 0 && (
        <CheckGroup label="Remove tags">
          {ordersTags.slice(0, maxOwnTags).map((one) => (
            <Check
              key={one}
              label={one}
              isChecked={remove.includes(one)}
              onChange={(isOn) => setRemove((now) => (isOn ? [...now, one] : now.filter((other) => other !== one)))}
            />
          ))}
        </CheckGroup>
      )}
    </Dialog>
  )
}
