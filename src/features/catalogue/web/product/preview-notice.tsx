import { Notice } from '#ui/content/notice.tsx'
import { useT } from '#ui/i18n/use-t.ts'

/** Renders the notice of a preview. A separate chunk, because previews are rarely opened. */
export function PreviewNotice() {
  const t = useT()
  return (
    <Notice>{t('Preview: this product is not on sale, and only people with this link can see it like this.')}</Notice>
  )
}
