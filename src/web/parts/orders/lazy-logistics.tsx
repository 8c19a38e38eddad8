import { useEffect } from 'react'
import { useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { useLazyPart } from '#web/navigation/use-lazy-part.ts'
import type { TrackParcel } from './logistics-sheet.tsx'

const loadSheet = async () => (await import('./logistics-sheet.tsx')).LogisticsSheet

type Props = { track: TrackParcel; packageId: string | null; onClose: () => void }

/**
 * Renders the logistics sheet, whose code loads at the first interaction with the screen. A sheet requested earlier
 * opens once its code is loaded.
 */
export function LazyLogistics({ track, packageId, onClose }: Props) {
  const t = useT()
  const { Part: Sheet, fetchPart } = useLazyPart(loadSheet)
  const isMissing = packageId !== null && Sheet === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the code once for each request.
  useEffect(() => {
    if (!isMissing) return
    fetchPart().then((isThere) => {
      if (isThere) return
      onClose()
      showToast(t('This did not go through. Please try again.'), { icon: 'alert' })
    })
  }, [isMissing])
  return Sheet && <Sheet track={track} packageId={packageId} onClose={onClose} />
}
