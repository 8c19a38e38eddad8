import type { StatusBadge } from '#console/ui/content/status.tsx'
import type { StaffMarket } from '../markets.staff.contract.ts'

export const marketBadges: Record<StaffMarket['status'], StatusBadge> = {
  active: { name: 'Active', tone: 'success', gauge: 1 },
  draft: { name: 'Draft', tone: 'warning', gauge: 0 },
}
