import type { Plugin } from 'vite'

/** What only those who work here need: the console's code, and the packages that stand in it alone. */
const ofConsole =
  /\/src\/(?:console|app\/console|features\/[^/]+\/console)\/|\/node_modules\/(?:@base-ui|@tanstack\/(?:react-table|table-core|react-virtual|virtual-core))\//
const forShoppers = new Set(['client', 'ssr', 'widget'])

/** A build for shoppers that reads a file of the console fails, and says which. */
export function keepConsoleApart(): Plugin {
  return {
    name: 'keep-console-apart',
    apply: 'build',
    load(id) {
      if (forShoppers.has(this.environment.name) && ofConsole.test(id)) {
        this.error(`${id} is the console's, and would reach shoppers.`)
      }
      return null
    },
  }
}
