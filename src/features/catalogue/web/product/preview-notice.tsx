import { Notice } from '#ui/content/notice.tsx'
import { useT } from '#ui/i18n/use-t.ts'

/** Renders the notice of a preview. A separate chunk, because previews are rarely opened. */
export function PreviewNotice() {
  const t = useT()
  return <Notice>{t('Preview: this product is not on sale. Only people with this link can see this page.')}</Notice>
}
