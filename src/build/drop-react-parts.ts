import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** What of React nobody here uses, as its source would have it, and the functions behind it. They do nothing where it is not used. */
const parts: { use: RegExp; functions: RegExp }[] = [
  {
    use: /\bViewTransition\b/,
    functions:
      /^(?:startViewTransition|createViewTransitionInstance|ViewTransitionPseudoElement|scheduleViewTransitionEvent|trackEnterViewTransitions|getViewTransitionName|getViewTransitionClassName|commitAfterMutationEffectsOnFiber|measureClonedInstance|(?:apply|commit|measure|restore)\w*ViewTransition\w*)$/,
  },
  {
    use: /<Fragment\b[^>]*\sref=/,
    functions:
      /^(?:FragmentInstance|collectClientRects|validateDocumentPositionWithFiberTree|blurActiveElementWithinFragment|addFragmentHandleTo(?:Fiber|Instance)|deleteChildFromFragmentInstance|commit(?:NewChildTo)?FragmentInstance\w*)$/,
  },
  { use: /\bSuspenseList\b/, functions: /^(?:update|init)SuspenseList\w+$/ },
  { use: /<Activity\b/, functions: /^updateActivityComponent$/ },
  { use: /\buse(?:ActionState|FormState)\b/, functions: /^(?:mount|update|rerender)ActionState\w*$/ },
  // Names of components in the stack of an error, for which React would call each of them once more.
  { use: /\bcomponentStack\b/, functions: /^(?:describe\w*ComponentFrame|getStackByFiberInDevAndProd)$/ },
  {
    use: /\b(?:preload|preinit|preconnect|prefetchDNS)\w*\b[^;]*from 'react-dom'/,
    functions: /^(?:preload|preloadModule|preinit(?:Style|Script|ModuleScript)|preconnectAs|preconnect|prefetchDNS)$/,
  },
]

/** Leaves those parts out of the browser's code, and says so when somebody begins to use one. */
export function dropReactParts(): Plugin {
  return {
    name: 'drop-react-parts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$|react-dom-client\.production\.js$/ },
      handler(code, id) {
        if (!id.endsWith('.js')) {
          const used = parts.find(({ use }) => use.test(code))
          if (used && !id.includes('/src/build/'))
            this.error(`${id} uses a part of React that build/drop-react-parts.ts leaves out`)
          return null
        }
        const isDropped = (name: unknown) => parts.some(({ functions }) => functions.test(String(name)))
        const program = this.parse(code) as unknown as Node
        const edits = (program.body as Node[]).flatMap((statement) => {
          if (statement.type === 'FunctionDeclaration' && isDropped((statement.id as Node).name)) {
            const { start, end } = statement.body as Node
            return [{ start, end, text: '{}' }]
          }
          const owner = /^(\w+)\.prototype\.\w+\s*=/.exec(code.slice(statement.start, statement.end))?.[1]
          return owner && isDropped(owner) ? [{ start: statement.start, end: statement.end, text: '' }] : []
        })
        const pieces = edits
          .reverse()
          .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
        return { code: pieces, map: null }
      },
    },
  }
}
