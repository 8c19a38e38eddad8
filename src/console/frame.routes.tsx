import { createRoute } from '@tanstack/react-router'
import { Frame } from './frame.tsx'
import { consoleRoot } from './root.tsx'

/** Everything for people who are signed in: navigation beside the screen. */
export const frameRoute = createRoute({
  getParentRoute: () => consoleRoot,
  id: 'frame',
  staticData: { isForSearchEngines: false },
  component: Frame,
})
