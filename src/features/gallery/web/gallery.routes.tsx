import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '#web/root.tsx'

/**
 * Shows every part in every state, for developers and tests. Shoppers never see this page. `?dir=rtl` mirrors the page.
 */
export const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gallery',
  validateSearch: (search: Record<string, unknown>): { dir?: 'rtl' } => (search.dir === 'rtl' ? { dir: 'rtl' } : {}),
  staticData: { isForSearchEngines: false, isForDevelopers: true },
  // A production build leaves out the code of this page.
  component: import.meta.env.DEV ? lazyRouteComponent(() => import('./gallery-page.tsx'), 'GalleryPage') : undefined,
})
