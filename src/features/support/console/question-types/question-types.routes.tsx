import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'

const questionTypesPage = () => import('./question-types-page.tsx')

const questionTypesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.questionTypes,
  loader: lateFunction(questionTypesPage, 'loadQuestionTypes'),
  head: ({ match: { context } }) => consoleTitle(context, 'Question types'),
  staticData: {
    isForSearchEngines: false,
    page: 'src/features/support/console/question-types/question-types-page.tsx',
  },
  component: lazyRouteComponent(questionTypesPage, 'QuestionTypesPage'),
})

export const questionTypeRoutes = [questionTypesRoute]
