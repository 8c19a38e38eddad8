import { Toaster } from '#console/ui/toaster.tsx'
import { showParts } from './show-parts.tsx'
import '#console/console.css'

showParts(import.meta.glob('../../features/gallery/console/gallery-*.tsx', { eager: true }), (parts) => (
  <>
    <main>{parts}</main>
    <Toaster />
  </>
))
