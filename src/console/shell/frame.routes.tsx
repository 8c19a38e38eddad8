import { createRoute, notFound } from '@tanstack/react-router'
import { todayLink } from './console-links.ts'
import { Frame } from './frame.tsx'
import { consoleRoot, consoleTitle } from './root.tsx'

/** The route of all screens for signed-in members, with the navigation next to the screen. */
export const frameRoute = createRoute({
  getParentRoute: () => consoleRoot,
  id: 'frame',
  staticData: { isForSearchEngines: false },
  component: Frame,
})

/** The route for unknown addresses, shown next to the navigation. A lone `$` would also match `/staff` itself. */
export const nowhereRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${todayLink}/$place/$`,
  loader: () => {
    throw notFound()
  },
  head: ({ match: { context } }) => consoleTitle(context, 'Not here'),
  staticData: { isForSearchEngines: false },
})
