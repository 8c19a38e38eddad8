import { Page } from '#ui/layout/page.tsx'
import { Toaster } from '#ui/overlays/toast.tsx'
import { showParts } from './show-parts.tsx'
import '#ui/themes/theme-shop.css'

showParts(import.meta.glob('../../features/gallery/web/gallery-*.tsx', { eager: true }), (parts) => (
  <>
    <Page>{parts}</Page>
    <Toaster />
  </>
))
