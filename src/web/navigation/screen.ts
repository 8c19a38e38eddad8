import { type AnyRoute, type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'

/** Fetches the module of a page. The server's builds name the page's source file on it: see `src/build/name-page-files.ts`. */
type LoadPage<Page> = (() => Promise<Page>) & { file?: string }

type FunctionOption = 'loader' | 'head'
type ComponentOption = 'component' | 'pendingComponent' | 'notFoundComponent'

/** The options of a route that come with its page, each with the name of the page's export. */
type ExportNames<Page> = { component: keyof Page } & { [Option in FunctionOption | ComponentOption]?: keyof Page }

type LateFunction<F> = F extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Awaited<Result>>
  : never
type LateComponent<C> = C extends (props: infer Props) => unknown ? AsyncRouteComponent<Props> : never

type ScreenOptions<Page, Names> = {
  [Option in keyof Names]: Names[Option] extends keyof Page
    ? Option extends FunctionOption
      ? LateFunction<Page[Names[Option]]>
      : LateComponent<Page[Names[Option]]>
    : never
}

/** Returns the options of a route that its page exports. The page's code is fetched when the route is visited, not with the shop's start. */
export function screen<Page extends Record<string, unknown>, const Names extends ExportNames<Page>>(
  load: LoadPage<Page>,
  names: Names,
): ScreenOptions<Page, Names> {
  const options = Object.entries(names).map(([option, name]) => [
    option,
    option === 'loader' || option === 'head' ? lateFunction(load, name) : lateComponent(load, name),
  ])
  return Object.fromEntries(options)
}

function lateFunction<Page>(load: LoadPage<Page>, name: keyof Page) {
  return async (...given: unknown[]) => {
    const run = (await load())[name] as (...given: unknown[]) => unknown
    return run(...given)
  }
}

function lateComponent<Page extends Record<string, unknown>>(load: LoadPage<Page>, name: keyof Page) {
  return Object.assign(lazyRouteComponent(load, name), { file: load.file })
}

/** Returns the source files of the pages of these routes, as far as the build names them. */
export function findPageFiles(routes: readonly AnyRoute[]): string[] {
  return routes
    .map(({ options }) => (options.component as { file?: string } | undefined)?.file)
    .filter((file) => file !== undefined)
}
