import { useState } from 'react'
import type { Product } from '#features/catalogue/catalogue.contract.ts'
import { TextButton } from '#ui/buttons/button.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { lazyPart } from '#web/navigation/code-loading.tsx'

/** The sheet loads when it is first opened, because most shoppers know their size. */
const SizeGuideSheet = lazyPart(async () => (await import('./size-guide-sheet.tsx')).SizeGuideSheet)

/** Renders the button that opens the size guide. */
export function SizeGuide({ sizes }: { sizes: Product['shoe_sizes'] }) {
  const t = useT()
  // Null until the sheet is opened for the first time. Afterwards the sheet stays rendered, because closing is
  // animated.
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
