import { useLayoutEffect, useState } from 'react'
import { isRecord } from '#web/data/drafts.ts'
import { defineDraft, useDraft, useDraftKeeper } from '#web/data/use-draft.ts'
import { pick, pickAlike } from './form.rules.ts'
import { type FormOptions, useForm } from './use-form.ts'

/** Only what was changed is kept, so that the rest follows the shop. */
const drafts = defineDraft<Record<string, unknown>>('staff_form', {
  parse: (kept) => (isRecord(kept) ? kept : null),
  isEmpty: (changed) => Object.keys(changed).length === 0,
})

/** A form whose changes outlive a closed tab, in this browser, until they are saved or discarded. `name`: `widgets/3`, `products/new`. */
export function useKeptForm<V extends Record<string, unknown>>(name: string, options: FormOptions<V>) {
  const form = useForm<V>(options)
  const kept = useDraft(drafts, name)
  const [isRestored, setRestored] = useState(false)
  const forget = useDraftKeeper(drafts, name, pick(form.values, form.changed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once, when the draft was found.
  useLayoutEffect(() => {
    const found = pickAlike(kept ?? {}, options.initial)
    form.fill(found)
    setRestored(Object.keys(found).length > 0)
  }, [kept])
  return {
    ...form,
    isKept: true,
    /** It shows what somebody left behind. */
    isRestored: isRestored && form.isChanged,
    /** Made: what the form still shows is no draft any more. */
    forget,
  }
}
