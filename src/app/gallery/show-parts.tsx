import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** The gallery files. Each file exports its parts as one component, such as `FormParts`. */
type Modules = Record<string, Record<string, ComponentType>>

/** Renders the group of parts that the page names, inside the given frame. */
export function showParts(modules: Modules, around: (parts: ReactNode) => ReactNode): void {
  const place = document.getElementById('parts')
  const group = place?.dataset.group ?? ''
  const { searchParams } = new URL(location.href)
  document.documentElement.dir = searchParams.get('dir') === 'rtl' ? 'rtl' : 'ltr'
  const found = Object.entries(modules).find(([file]) => file.endsWith(`/gallery-${group}.tsx`))?.[1] ?? {}
  const Parts = Object.entries(found).find(([name]) => name.endsWith('Parts'))?.[1]
  if (!place || !Parts) return
  const rootRoute = createRootRoute({ staticData: { isForSearchEngines: false }, component: () => around(<Parts />) })
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory({ initialEntries: ['/'] }),
    context: { session: { token: () => null } },
  })
  createRoot(place).render(<RouterProvider router={router as never} />)
}
