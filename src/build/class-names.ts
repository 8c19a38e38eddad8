import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Short names for the classes and keyframes of CSS modules: two signs for the file, one or two for the name within it. The usual
 * ones, with a hash and a line number each, are a sixth of the style sheet over the wire.
 */
export function createClassNames() {
  const files = globSync('src/**/*.module.css', { cwd: root }).sort()
  // On pages of others they keep the names that those may have rules for.
  const widgetFiles = ['src/widget/widget.css', 'src/widget/dialogs.css'].map((path) => ({
    path,
    names: readNames(readFileSync(join(root, path), 'utf8')),
  }))
  const nameClass = (name: string, file: string, css: string) => {
    const place = files.findIndex((path) => file.split('?')[0]?.endsWith(path))
    if (place < 0) throw new Error(`${file} is not among the style sheets that were found when the build began.`)
    const names = readNames(css)
    // From 'a0' on, because a class must not begin with a digit.
    return `${(360 + place).toString(36)}${[...names].indexOf(name).toString(36)}`
  }
  /** The file that a class or an animation of the built sheet comes from; none for those that are named for the whole shop. */
  const findFile = (name: string) => {
    if (/^hc(?:-|$)/.test(name)) return widgetFiles.find(({ names }) => names.has(name))?.path
    return /^[a-z][\da-z]{2,3}$/.test(name) ? files[Number.parseInt(name.slice(0, 2), 36) - 360] : undefined
  }
  return { nameClass, findFile }
}

/** The classes and keyframes of a sheet, in their order. */
function readNames(css: string): Set<string> {
  return new Set(Array.from(css.matchAll(/(?:\.|@keyframes\s+)([a-z][\w-]*)/gi), ([, found = '']) => found))
}
