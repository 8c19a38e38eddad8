import { useEffect, useState } from 'react'
import { allowsScope } from '#contract/calls/scopes.ts'
import { getMe } from '#features/staff/me.staff.contract.ts'
import { useConsole, useMe } from '../shell/console-context.ts'
import { useStaffLive } from './use-staff-live.ts'

/** What waits, as the navigation shows it; it follows what others do. */
export function useCounts(first: Record<string, number>): Record<string, number> {
  const { call } = useConsole()
  const [counts, setCounts] = useState(first)
  useEffect(() => setCounts(first), [first])
  // One topic that somebody may not follow would keep all others from them.
  const mayFollow = allowsScope(useMe().scopes, 'orders:read')
  useStaffLive(mayFollow ? ['counts'] : [], async () => {
    const { data } = await call(getMe, {})
    setCounts(data.counts)
  })
  return counts
}
