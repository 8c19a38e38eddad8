import { useState } from 'react'
import { useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { useLazyPart } from '#web/navigation/use-lazy-part.ts'

const loadSheets = async () => (await import('../return-sheets.tsx')).ReturnSheets

/** Manages the sheets over the form, for the reasons of one line or for the lines to add. */
export function useReturnSheets() {
  const t = useT()
  const { Part, fetchPart } = useLazyPart(loadSheets)
  const [picking, setPicking] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)

  function close() {
    setPicking(null)
    setAdding(false)
  }

  /** Loads the code of the sheets. On a slow connection, the sheet opens as soon as its code has loaded. */
  async function fetchSheets() {
    if (Part || (await fetchPart())) return
    close()
    showToast(t('This did not go through. Please try again.'), { icon: 'alert' })
  }

  return {
    Part,
    picking,
    isAdding,
    close,
    openReasons: (lineId: string) => {
      setPicking(lineId)
      void fetchSheets()
    },
    openLines: () => {
      setAdding(true)
      void fetchSheets()
    },
  }
}
