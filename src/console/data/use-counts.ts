import { useEffect, useState } from 'react'
import { allowsScope } from '#contract/calls/scopes.ts'
import { getMe } from '#features/staff/me.staff.contract.ts'
import { useConsole, useMe } from '../shell/console-context.ts'
import { useStaffLive } from './use-staff-live.ts'

/** Returns the numbers of waiting tasks by kind, for the navigation. The numbers are updated live. */
export function useCounts(first: Record<string, number>): Record<string, number> {
  const { call } = useConsole()
  const [counts, setCounts] = useState(first)
  useEffect(() => setCounts(first), [first])
  // A single topic without permission would reject the whole subscription.
  const mayFollow = allowsScope(useMe().scopes, 'orders:read')
  useStaffLive(mayFollow ? ['counts'] : [], async () => {
    const { data } = await call(getMe, {})
    setCounts(data.counts)
  })
  return counts
}
