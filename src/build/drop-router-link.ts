import type { Plugin } from 'vite'

/**
 * Leaves the router's own link out of the browser's code: ours is `AppLink`. Every route has the other one as a property, so that
 * nothing finds it unused.
 */
export function dropRouterLink(): Plugin {
  return {
    name: 'drop-router-link',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    load: {
      filter: { id: /@tanstack\/react-router\/dist\/esm\/link\.js$/ },
      handler: () => `
        const useAppLink = () => { throw new Error('AppLink is the link of this shop') }
        export { useAppLink as Link, useAppLink as createLink, useAppLink as linkOptions, useAppLink as useLinkProps }`,
    },
  }
}
