import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'

const questionTypesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.questionTypes,
  head: ({ match: { context } }) => consoleTitle(context, 'Question types'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./question-types-page.tsx'), { loader: 'loadQuestionTypes', component: 'QuestionTypesPage' }),
})

export const questionTypeRoutes = [questionTypesRoute]
