import { useLayoutEffect, useState } from 'react'
import { isRecord } from '#web/data/drafts.ts'
import { defineDraft, useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import { pick, pickSameShape } from './form.rules.ts'
import { type FormOptions, useForm } from './use-form.ts'

/** Drafts of changed fields only, so that the other fields follow the saved values. */
const drafts = defineDraft<Record<string, unknown>>('staff_form', {
  parse: (stored) => (isRecord(stored) ? stored : null),
  isEmpty: (changed) => Object.keys(changed).length === 0,
})

/**
 * Returns a form whose changes stay in this browser after the tab is closed, until saved or discarded. `name` is for
 * example `widgets/3` or `products/new`.
 */
export function useDraftForm<V extends Record<string, unknown>>(name: string, options: FormOptions<V>) {
  const form = useForm<V>(options)
  const stored = useDraft(drafts, name)
  const [isRestored, setRestored] = useState(false)
  const forget = useDraftSaver(drafts, name, pick(form.values, form.changed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: fills the form once, when the draft is found.
  useLayoutEffect(() => {
    const found = pickSameShape(stored ?? {}, options.initial)
    form.fill(found)
    setRestored(Object.keys(found).length > 0)
  }, [stored])
  return {
    ...form,
    isKept: true,
    /** True while the form shows a restored draft. */
    isRestored: isRestored && form.isChanged,
    /** Deletes the draft after saving, although the form still shows its values. */
    forget,
  }
}
