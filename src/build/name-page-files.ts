import { posix } from 'node:path'
import type { Plugin } from 'vite'

const loadPage = /\(\) => import\('(\.[^']+-page\.tsx)'\)/g

/**
 * Adds the source file of each page to the function that loads the page: `screen(() => import('./cart-page.tsx'), …)`.
 * With the file, the server finds the page's chunks in the browser's manifest and tells the browser to load them early.
 */
export function namePageFiles(): Plugin {
  return {
    name: 'name-page-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr' || name === 'consoleSsr',
    transform: {
      filter: { id: /\.routes\.tsx$/ },
      order: 'pre',
      handler(code, id) {
        const folder = posix.relative(this.environment.config.root, posix.dirname(id))
        const named = code.replaceAll(loadPage, (load, page: string) => {
          return `Object.assign(${load}, { file: '${posix.join(folder, page)}' })`
        })
        return { code: named, map: null }
      },
    },
  }
}
