import { useRef, useState } from 'react'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { useCommand } from '../data/use-command.ts'
import { type FieldError, findChanged, findError, pick, rebase, removeErrors } from './form.rules.ts'
import { useConflict } from './use-conflict.ts'
import { useFocusFirstError } from './use-focus-first-error.ts'

export type FormOptions<V> = {
  /** The saved values. After a reload, edited fields keep the typed values. */
  initial: V
  /**
   * The name of the resource in the audit log, such as `shipping-methods/3`, from which a conflict finds the author.
   */
  about?: string
  /** Reloads the item after a conflict. The default is to reload the page. */
  reload?: () => Promise<unknown>
}

/**
 * Returns the state of a form: the typed values, the changed fields, and the save function. Values are flat, and a name
 * with a dot (`shop.name`) belongs to a group.
 */
export function useForm<V extends Record<string, unknown>>({ initial, about, reload }: FormOptions<V>) {
  const { values, base, changed, errors, setErrors, fill, set, field, check } = useTyped(initial)
  const saving = useSaving()
  const [isProblemShown, setProblemShown] = useState(true)
  const firstError = useFocusFirstError()
  const ref = useRef<HTMLFormElement>(null)
  const conflict = useConflict<V>({ about, reload })

  function clear() {
    setErrors([])
    conflict.forget()
  }
  function discard() {
    fill(base)
    clear()
    setProblemShown(false)
  }
  /**
   * Saves the form. `send` gets the changed fields. Resolves to true after success, and typed values stay after a
   * refusal.
   */
  async function save(send: (changed: Partial<V>) => Promise<unknown>): Promise<boolean> {
    const sent = pick(values, changed)
    clear()
    setProblemShown(true)
    const { isSaved, refused } = await saving.run(() => send(sent))
    if (refused?.errors) {
      setErrors(refused.errors)
      firstError.show(ref.current)
    }
    if (refused?.code === 'changed_meanwhile') await conflict.show(base)
    return isSaved
  }
  const clash = conflict.compare(values, base, (field) => fill(pick(base, [field])))
  const isNamed = errors.some(({ field }) => field in values)
  return {
    ...{ values, set, fill, field, check },
    /** The ref of the form's element, for a page or dialog with more than one form. */
    ref,
    changed,
    isChanged: changed.length > 0,
    discard,
    save,
    isBusy: saving.isBusy,
    /** The problem that no field shows. */
    problem: !isProblemShown || clash || (isNamed && !firstError.isHidden) ? null : saving.problem,
    conflict: clash,
    /** False, because only `useDraftForm` stores the values in the browser. */
    isKept: false,
    isRestored: false,
  }
}

export type Form<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>>

/** Returns the values of a form with their base, and the errors of single fields. */
function useTyped<V extends Record<string, unknown>>(initial: V) {
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldError[]>([])
  if (findChanged(initial, base).length > 0) {
    setBase(initial)
    setValues(rebase(values, base, initial))
  }
  function fill(typed: Partial<V>) {
    setValues((now) => ({ ...now, ...typed }))
    setErrors((now) => removeErrors(now, Object.keys(typed)))
  }
  function set<N extends keyof V & string>(name: N, value: V[N]) {
    setValues((now) => ({ ...now, [name]: value }))
    setErrors((now) => removeErrors(now, [name]))
  }
  return {
    ...{ values, base, errors, setErrors, fill, set },
    changed: findChanged(values, base),
    /** Returns the props of a field: `<TextField label="Name" {...form.field('name')} />`. */
    field: <N extends keyof V & string>(name: N) => ({
      value: values[name],
      onChange: (value: V[N]) => set(name, value),
      error: findError(errors, name),
    }),
    /** Returns the props of a checkbox: `<Check label="On" {...form.check('is_active')} />`. */
    check: (name: keyof V & string) => ({
      isChecked: values[name] === true,
      onChange: (isOn: boolean) => set(name, isOn as V[typeof name]),
    }),
  }
}

/** Runs the save function and returns its refusal. */
function useSaving() {
  const { run, busy, problem } = useCommand()
  return {
    isBusy: busy !== null,
    problem,
    async run(send: () => Promise<unknown>) {
      const answer: { refused: StaffProblem['problem'] | null } = { refused: null }
      const isSaved = await run('save', async () => {
        try {
          await send()
        } catch (error) {
          if (error instanceof StaffProblem) answer.refused = error.problem
          throw error
        }
      })
      return { isSaved, refused: answer.refused }
    },
  }
}
