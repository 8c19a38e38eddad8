import { useState } from 'react'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { useReload } from '../data/reload-page.ts'
import { useConsole } from '../shell/console-context.ts'
import { type Clash, findClashes } from './form.rules.ts'

/** A save by another member. Name and time are known to members who may read the audit log. */
type LastSave = { who: string | null; at: string | null }

export type Conflict = LastSave & {
  /**
   * The fields that the other member changed, with both values if both members edited the field. `takeTheirs` replaces
   * the typed value.
   */
  clashes: (Clash & { takeTheirs: () => void })[]
}

type Options = {
  /** As in `FormOptions`. */
  about: string | undefined
  reload: (() => Promise<unknown>) | undefined
}

/** Remembers the base of a form when another member saved first, and loads the saved version. */
export function useConflict<V extends Record<string, unknown>>({ about, reload }: Options) {
  const reloadPage = useReload()
  const { call, me } = useConsole()
  const [conflict, setConflict] = useState<(LastSave & { before: V }) | null>(null)
  async function findLastSave(): Promise<LastSave> {
    const unknown = { who: null, at: null }
    if (!about || !me || !allowsScope(me.scopes, 'audit:read')) return unknown
    const last = await call(listAudit, { about, limit: 1 }).catch(() => null)
    const row = last?.data.data[0]
    return row ? { who: row.actor.name, at: row.at } : unknown
  }
  return {
    async show(before: V) {
      setConflict({ ...(await findLastSave()), before })
      await (reload?.() ?? reloadPage())
    },
    forget: () => setConflict(null),
    /** Compares the form with `base`, the version loaded after the conflict. */
    compare(values: V, base: V, takeTheirs: (field: keyof V & string) => void): Conflict | null {
      if (!conflict) return null
      const clashes = findClashes(values, conflict.before, base)
      return { ...conflict, clashes: clashes.map((one) => ({ ...one, takeTheirs: () => takeTheirs(one.field) })) }
    },
  }
}
