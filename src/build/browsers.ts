/**
 * The oldest browsers that the shop, the console and the widget support. The README names them, and the build compiles
 * scripts and styles for them. Popovers set the limit in Safari and Firefox, `:dir()` in Chromium.
 */
export const oldestBrowsers = { chrome: 120, edge: 120, firefox: 128, safari: 17, ios: 17 }

/** The browsers in the format of Vite's `build.target`. */
export const buildTarget = Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`)
