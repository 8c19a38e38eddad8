import { msg } from '#contract/text/translate.ts'
import { RowsSkeleton } from '#web/parts/rows-skeleton.tsx'

export function SettingSkeleton() {
  return <RowsSkeleton title={msg('Settings')} isTop />
}
