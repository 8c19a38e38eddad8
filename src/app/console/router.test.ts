import { expect, test } from 'vitest'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { nowhereRoute } from '#console/shell/frame.routes.tsx'
import { listMenuEntries } from '#console/shell/main-menu.ts'
import { scopeNames } from '#contract/calls/scopes.ts'
import { createConsoleRouter } from './router.tsx'

const router = createConsoleRouter({} as ConsoleContext)
const leadsNowhere = (path: string) => router.getMatchedRoutes(path)[0].at(-1)?.id === nowhereRoute.id

test('has a screen for every place of the navigation, and reports unknown addresses', () => {
  const places = listMenuEntries(scopeNames).map(({ href }) => href)
  expect(places).toContain('/staff')
  expect(places.filter(leadsNowhere)).toEqual([])
  expect(['/staff/nowhere', '/staff/orders/1/2/3'].filter(leadsNowhere)).toHaveLength(2)
})
