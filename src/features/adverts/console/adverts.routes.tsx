import { createRoute } from '@tanstack/react-router'
import { advertsLink, newAdvertLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const advertsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: advertsLink,
  validateSearch: readWords('state', 'view'),
  head: ({ match: { context } }) => consoleTitle(context, 'Ads'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./adverts-page.tsx'), { loader: 'loadAdverts', component: 'AdvertsPage' }),
})

const newAdvertRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newAdvertLink,
  validateSearch: readWords('place', 'like'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'New ad'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./new-advert-page.tsx'), { loader: 'loadNewAdvert', component: 'NewAdvertPage' }),
})

const advertRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${advertsLink}/$id`,
  head: ({ match: { context } }) => consoleTitle(context, 'Ad'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./advert-page.tsx'), { loader: 'loadStaffAdvert', component: 'AdvertPage' }),
})

export const advertRoutes = [advertsRoute, newAdvertRoute, advertRoute]
