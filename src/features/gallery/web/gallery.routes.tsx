import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '#web/root.tsx'

/** Every part in every state, for developers and tests; shoppers never see it. `?dir=rtl` mirrors it. */
export const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gallery',
  validateSearch: (search: Record<string, unknown>): { dir?: 'rtl' } => (search.dir === 'rtl' ? { dir: 'rtl' } : {}),
  staticData: { isForSearchEngines: false, isForDevelopers: true },
  // A built shop does without its code too.
  component: import.meta.env.DEV ? lazyRouteComponent(() => import('./gallery-page.tsx'), 'GalleryPage') : undefined,
})
