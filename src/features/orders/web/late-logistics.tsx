import { useEffect } from 'react'
import { useT } from '#web/i18n/use-t.ts'
import { showToast } from '#web/ui/toast.tsx'
import { useLatePart } from '#web/use-late-part.ts'

const loadSheet = async () => (await import('./logistics-sheet.tsx')).LogisticsSheet

type Props = { packageId: string | null; onClose: () => void }

/** The logistics pop-up, whose code comes after the orders; asked for before it is there, it opens as soon as it is. */
export function LateLogistics({ packageId, onClose }: Props) {
  const t = useT()
  const { Part: Sheet, fetchPart } = useLatePart(loadSheet)
  const isMissing = packageId !== null && Sheet === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each asking tries once.
  useEffect(() => {
    if (!isMissing) return
    fetchPart().then((isThere) => {
      if (isThere) return
      onClose()
      showToast(t('This did not go through. Please try again.'), { icon: 'alert' })
    })
  }, [isMissing])
  return Sheet && <Sheet packageId={packageId} onClose={onClose} />
}
