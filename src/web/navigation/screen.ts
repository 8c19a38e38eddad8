import { type AnyRoute, type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'

/**
 * A function that imports the module of a page. Server builds add the page's source file (see
 * `src/build/name-page-files.ts`).
 */
type LoadPage<Page> = (() => Promise<Page>) & { file?: string }

type FunctionOption = 'loader' | 'head'
type ComponentOption = 'component' | 'pendingComponent' | 'notFoundComponent'

/** The names of the exports that a page provides as options of its route. */
type ExportNames<Page> = { component: keyof Page } & { [Option in FunctionOption | ComponentOption]?: keyof Page }

type LazyFunction<F> = F extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Awaited<Result>>
  : never
type LazyComponent<C> = C extends (props: infer Props) => unknown ? AsyncRouteComponent<Props> : never

type ScreenOptions<Page, Names> = {
  [Option in keyof Names]: Names[Option] extends keyof Page
    ? Option extends FunctionOption
      ? LazyFunction<Page[Names[Option]]>
      : LazyComponent<Page[Names[Option]]>
    : never
}

/**
 * Returns the route options that its page exports. The page's code is loaded when the route is visited, not at the
 * start.
 */
export function screen<Page extends Record<string, unknown>, const Names extends ExportNames<Page>>(
  load: LoadPage<Page>,
  names: Names,
): ScreenOptions<Page, Names> {
  const options = Object.entries(names).map(([option, name]) => [
    option,
    option === 'loader' || option === 'head' ? lazyFunction(load, name) : lazyComponent(load, name),
  ])
  return Object.fromEntries(options)
}

function lazyFunction<Page>(load: LoadPage<Page>, name: keyof Page) {
  return async (...given: unknown[]) => {
    const run = (await load())[name] as (...given: unknown[]) => unknown
    return run(...given)
  }
}

function lazyComponent<Page extends Record<string, unknown>>(load: LoadPage<Page>, name: keyof Page) {
  return Object.assign(lazyRouteComponent(load, name), { file: load.file })
}

/** Returns the source files of the pages of these routes, if the build provides them. */
export function findPageFiles(routes: readonly AnyRoute[]): string[] {
  return routes
    .map(({ options }) => (options.component as { file?: string } | undefined)?.file)
    .filter((file) => file !== undefined)
}
