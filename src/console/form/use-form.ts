import { useRef, useState } from 'react'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { useCommand } from '../data/use-command.ts'
import { dropErrors, type FieldError, findChanged, findError, pick, rebase } from './form.rules.ts'
import { useConflict } from './use-conflict.ts'
import { useFirstWrong } from './use-first-wrong.ts'

export type FormOptions<V> = {
  /** As the shop has it. When it is read anew, what somebody is changing stays as typed. */
  initial: V
  /** What it is called in the audit log, `shipping-methods/3`: so a conflict can say who it was. */
  about?: string
  /** Reads it anew after a conflict; without it the page is. */
  reload?: () => Promise<unknown>
}

/** What somebody types, what of it differs, and how it is sent. Values are flat; a name with a point (`shop.name`) is for groups. */
export function useForm<V extends Record<string, unknown>>({ initial, about, reload }: FormOptions<V>) {
  const { values, base, changed, errors, setErrors, fill, set, field, check } = useTyped(initial)
  const saving = useSaving()
  const [isTold, setTold] = useState(true)
  const wrong = useFirstWrong()
  const ref = useRef<HTMLFormElement>(null)
  const conflict = useConflict<V>({ about, reload })

  function clear() {
    setErrors([])
    conflict.forget()
  }
  function discard() {
    fill(base)
    clear()
    setTold(false)
  }
  /** True once it is saved. `send` gets what differs; on a refusal everything typed stays. */
  async function save(send: (changed: Partial<V>) => Promise<unknown>): Promise<boolean> {
    const sent = pick(values, changed)
    clear()
    setTold(true)
    const { isSaved, refused } = await saving.run(() => send(sent))
    if (refused?.errors) {
      setErrors(refused.errors)
      wrong.show(ref.current)
    }
    if (refused?.code === 'changed_meanwhile') await conflict.show(base)
    return isSaved
  }
  const clash = conflict.compare(values, base, (field) => fill(pick(base, [field])))
  const isNamed = errors.some(({ field }) => field in values)
  return {
    ...{ values, set, fill, field, check },
    /** For the form's element, where a page or dialog holds more than one form. */
    ref,
    changed,
    isChanged: changed.length > 0,
    discard,
    save,
    isBusy: saving.isBusy,
    /** What no field shows. */
    problem: !isTold || clash || (isNamed && !wrong.isHidden) ? null : saving.problem,
    conflict: clash,
    /** Nothing of it is kept in this browser: `useKeptForm` does that. */
    isKept: false,
    isRestored: false,
  }
}

export type Form<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>>

/** The values of a form beside those that it stands on, and what the shop said about single fields. */
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
    setErrors((now) => dropErrors(now, Object.keys(typed)))
  }
  function set<N extends keyof V & string>(name: N, value: V[N]) {
    setValues((now) => ({ ...now, [name]: value }))
    setErrors((now) => dropErrors(now, [name]))
  }
  return {
    ...{ values, base, errors, setErrors, fill, set },
    changed: findChanged(values, base),
    /** For a field: `<TextField label="Name" {...form.field('name')} />`. */
    field: <N extends keyof V & string>(name: N) => ({
      value: values[name],
      onChange: (value: V[N]) => set(name, value),
      error: findError(errors, name),
    }),
    /** For a check: `<Check label="On" {...form.check('is_active')} />`. */
    check: (name: keyof V & string) => ({
      isChecked: values[name] === true,
      onChange: (isOn: boolean) => set(name, isOn as V[typeof name]),
    }),
  }
}

/** Runs what saves a form, and answers what the shop said no with. */
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
