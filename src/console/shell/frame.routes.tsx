import { createRoute, notFound } from '@tanstack/react-router'
import { todayLink } from './console-links.ts'
import { Frame } from './frame.tsx'
import { consoleRoot, consoleTitle } from './root.tsx'

/** Everything for people who are signed in: navigation beside the screen. */
export const frameRoute = createRoute({
  getParentRoute: () => consoleRoot,
  id: 'frame',
  staticData: { isForSearchEngines: false },
  component: Frame,
})

/** What no screen answers: said beside the navigation, which leads on. A lone `$` would answer for `/staff` itself too. */
export const nowhereRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${todayLink}/$place/$`,
  loader: () => {
    throw notFound()
  },
  head: ({ match: { context } }) => consoleTitle(context, 'Not here'),
  staticData: { isForSearchEngines: false },
})
