import { useState } from 'react'
import type { Product } from '#features/catalogue/catalogue.contract.ts'
import { TextButton } from '#ui/buttons/button.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { latePart } from '#web/navigation/late-code.tsx'

/** Its code comes when it is first opened: most who see shoes know their size. */
const SizeGuideSheet = latePart(async () => (await import('./size-guide-sheet.tsx')).SizeGuideSheet)

/** The button that opens it. */
export function SizeGuide({ sizes }: { sizes: Product['shoe_sizes'] }) {
  const t = useT()
  // Null until it was opened once: closing has its movement, too.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const fetchEarly = SizeGuideSheet.fetchEarly
  return (
    <>
      <TextButton onClick={() => setOpen(true)} onPointerEnter={fetchEarly} onFocus={fetchEarly}>
        {t('Size guide')}
      </TextButton>
      {isOpen !== null && <SizeGuideSheet sizes={sizes} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
