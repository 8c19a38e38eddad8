import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Leads each import of an icon to that icon's own file. Through the list of all of them every file seems to need every icon, and
 * nobody can say which belong together.
 */
export function splitIcons(): Plugin {
  const list = readFileSync(
    fileURLToPath(import.meta.resolve('lucide-react/icons').replace(/cjs\/lucide-react\.js$/, 'esm/lucide-react.mjs')),
    'utf8',
  )
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of list.matchAll(/export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  }
  return {
    name: 'split-icons',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/src\//, code: /icons\.ts/ },
      order: 'post',
      handler(code) {
        const split = code.replace(/import \{([^}]+)\} from ["'][^"']*\/icons\.ts["'];?/g, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
            .map((name) => {
              const file = files.get(name)
              if (!file) throw new Error(`There is no icon ${name}`)
              return `import ${name} from "lucide-react/icons/${file}";`
            })
            .join('\n'),
        )
        return { code: split, map: null }
      },
    },
  }
}
