import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { startLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const lettersPage = () => import('./letters-page.tsx')
const setupPage = () => import('./setup-page.tsx')

const setupRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: startLink,
  loader: lateFunction(setupPage, 'loadSetup'),
  head: ({ match: { context } }) => consoleTitle(context, 'Open your shop'),
  component: lazyRouteComponent(setupPage, 'SetupPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/onboarding/console/setup-page.tsx' },
})

const lettersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.letters,
  validateSearch: readWords('kind', 'language'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(lettersPage, 'loadLetters'),
  head: ({ match: { context } }) => consoleTitle(context, 'Letters'),
  component: lazyRouteComponent(lettersPage, 'LettersPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/onboarding/console/letters-page.tsx' },
})

export const setupRoutes = [setupRoute, lettersRoute]
