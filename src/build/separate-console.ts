import type { Plugin } from 'vite'

/** Files that only staff need: the console's code, and the packages that only the console uses. */
const ofConsole =
  /\/src\/(?:console|app\/console|features\/[^/]+\/console)\/|\/node_modules\/(?:@base-ui|@tanstack\/(?:react-table|table-core|react-virtual|virtual-core))\//
const forShoppers = new Set(['client', 'ssr', 'widget'])

/** Fails the shop's build if the build reads a file of the console. The error names the file. */
export function separateConsole(): Plugin {
  return {
    name: 'keep-console-apart',
    apply: 'build',
    load(id) {
      if (forShoppers.has(this.environment.name) && ofConsole.test(id)) {
        this.error(`${id} is the console's, and must not be sent to shoppers.`)
      }
      return null
    },
  }
}
