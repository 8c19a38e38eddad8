import type { Plugin } from 'vite'

/**
 * Says in two lines what Vite's own helper takes forty for: before a page's code is imported, all of its files are asked for at once.
 * The rest of that helper is about style sheets, of which there is only one.
 */
export function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `
        const asked = new Set()
        export const __vitePreload = (load, files = []) => {
          for (const file of files) {
            if (!asked.has(file)) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
            asked.add(file)
          }
          return load()
        }`,
    },
  }
}
