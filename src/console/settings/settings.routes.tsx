import { createRoute, redirect } from '@tanstack/react-router'
import { settingsLink, todayLink } from '../shell/console-links.ts'
import { frameRoute } from '../shell/frame.routes.tsx'
import { listSettingsMenu } from './settings-menu.ts'

/** Redirects to the first settings page that the member may see. */
const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLink,
  beforeLoad: ({ context }) => {
    const [first] = listSettingsMenu(context.me?.scopes ?? [])
    throw redirect({ href: first?.href ?? todayLink, replace: true })
  },
  staticData: { isForSearchEngines: false },
})

export const settingsRoutes = [settingsRoute]
