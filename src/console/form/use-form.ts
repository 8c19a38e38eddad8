import { useRef, useState } from 'react'
import { allowsScope } from '#contract/calls/scopes.ts'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { useReload } from '../data/reload-page.ts'
import { useCommand } from '../data/use-command.ts'
import { useConsole } from '../shell/console-context.ts'
import { type Clash, findChanged, findClashes, findError, rebase } from './form.rules.ts'
import { useFirstWrong } from './use-first-wrong.ts'

/** Somebody saved before us. Who and when are known to those who may read the audit log. */
type Saved = { who: string | null; at: string | null }
export type Conflict = Saved & {
  /** What they changed; where it was typed here too, both are told. */
  clashes: Clash[]
  /** Shows theirs in the place of what was typed. */
  takeTheirs: (field: string) => void
}

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
  const reloadPage = useReload()
  const { call, me } = useConsole()
  const command = useCommand()
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<{ field: string; detail: string }[]>([])
  const [isTold, setTold] = useState(true)
  const wrong = useFirstWrong()
  const ref = useRef<HTMLFormElement>(null)
  const [conflict, setConflict] = useState<(Saved & { before: V }) | null>(null)
  if (findChanged(initial, base).length > 0) {
    setBase(initial)
    setValues(rebase(values, base, initial))
  }
  const changed = findChanged(values, base)

  function set<N extends keyof V & string>(name: N, value: V[N]) {
    setValues((now) => ({ ...now, [name]: value }))
    setErrors((now) => now.filter(({ field }) => field !== name && !field.startsWith(`${name}.`)))
  }
  function discard() {
    setValues(base)
    setErrors([])
    setConflict(null)
    setTold(false)
  }
  async function findWho(): Promise<Saved> {
    const unknown = { who: null, at: null }
    if (!about || !me || !allowsScope(me.scopes, 'audit:read')) return unknown
    const last = await call(listAudit, { about, limit: 1 }).catch(() => null)
    const row = last?.data.data[0]
    return row ? { who: row.actor.name, at: row.at } : unknown
  }
  /** True once it is saved. `send` gets what differs; on a refusal everything typed stays. */
  async function save(send: (changed: Partial<V>) => Promise<unknown>): Promise<boolean> {
    const sent = Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>
    setErrors([])
    setConflict(null)
    setTold(true)
    let problem: StaffProblem['problem'] | null = null
    const isSaved = await command.run('save', async () => {
      problem = null
      try {
        await send(sent)
      } catch (error) {
        if (error instanceof StaffProblem) problem = error.problem
        throw error
      }
    })
    const refused = problem as StaffProblem['problem'] | null
    if (refused?.errors) {
      setErrors(refused.errors)
      wrong.show(ref.current)
    }
    if (refused?.code === 'changed_meanwhile') {
      setConflict({ ...(await findWho()), before: base })
      await (reload?.() ?? reloadPage())
    }
    return isSaved
  }
  const isNamed = errors.some(({ field }) => field in values)
  return {
    values,
    set,
    /** For the form's element, where a page or dialog holds more than one form. */
    ref,
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
    changed,
    isChanged: changed.length > 0,
    discard,
    save,
    isBusy: command.busy === 'save',
    /** What no field shows. */
    problem: !isTold || conflict || (isNamed && !wrong.isHidden) ? null : command.problem,
    conflict: conflict && {
      ...conflict,
      clashes: findClashes(values, conflict.before, base),
      takeTheirs: (field: string) => set(field as keyof V & string, base[field] as V[string]),
    },
  }
}
