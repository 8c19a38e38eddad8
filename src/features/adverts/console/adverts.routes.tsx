import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { advertsLink, newAdvertLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const advertsPage = () => import('./adverts-page.tsx')
const advertPage = () => import('./advert-page.tsx')
const newAdvertPage = () => import('./new-advert-page.tsx')

const advertsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: advertsLink,
  validateSearch: readWords('state', 'view'),
  loader: lateFunction(advertsPage, 'loadAdverts'),
  head: ({ match: { context } }) => consoleTitle(context, 'Adverts'),
  component: lazyRouteComponent(advertsPage, 'AdvertsPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/adverts/console/adverts-page.tsx' },
})

const newAdvertRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newAdvertLink,
  validateSearch: readWords('place', 'like'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(newAdvertPage, 'loadNewAdvert'),
  head: ({ match: { context } }) => consoleTitle(context, 'New advert'),
  component: lazyRouteComponent(newAdvertPage, 'NewAdvertPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/adverts/console/new-advert-page.tsx' },
})

const advertRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${advertsLink}/$id`,
  loader: lateFunction(advertPage, 'loadStaffAdvert'),
  head: ({ match: { context } }) => consoleTitle(context, 'Advert'),
  component: lazyRouteComponent(advertPage, 'AdvertPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/adverts/console/advert-page.tsx' },
})

export const advertRoutes = [advertsRoute, newAdvertRoute, advertRoute]
