import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const wrapped = ['react', 'react/jsx-runtime', 'react-dom/client']
const prefix = '\0module:'

/**
 * Makes modules of React's CommonJS files. Otherwise every file of ours looks its functions up in an object, `(0, react.useState)`,
 * and fetches a file with a helper for it.
 */
export function reactModules(): Plugin {
  return {
    name: 'react-modules',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react(?:\/jsx-runtime|-dom\/client)?$/ },
      // React's own files, and what is written as it is, ask for each other as they are.
      handler: (name, importer) =>
        importer && /^\0|node_modules\/(?:react|react-dom|scheduler|use-sync-external-store)\//.test(importer)
          ? null
          : prefix + name,
    },
    load: {
      filter: { id: /^\0module:/ },
      handler: (id) => {
        const name = wrapped.find((one) => prefix + one === id)
        if (!name) return null
        const exported = Object.keys(require(name)).filter((one) => /^[a-z]\w*$/i.test(one) && one !== 'default')
        const lines = exported.map((one) => `export const ${one} = all.${one}`)
        return [`import all from ${JSON.stringify(require.resolve(name))}`, ...lines, 'export default all'].join('\n')
      },
    },
  }
}
