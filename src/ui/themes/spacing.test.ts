import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../../', import.meta.url)
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  // The widget also appears on external pages without these tokens.
  .filter((name) => name.endsWith('.css') && !name.startsWith('widget'))
  .map((name) => ({ name, css: readFileSync(new URL(name, source), 'utf8') }))

/** Returns whether only the console uses the sheet. */
const isConsole = (name: string) => /(?:^|\/)(?:console\/|theme-console\.css)/.test(name)

const spacing = /(?:^|[\s;{])((?:padding|margin)[a-z-]*|(?:row-|column-)?gap|inset[a-z-]*)\s*:\s*([^;}]+)/g

/**
 * Returns whether a length must be a token. A length of up to 1.5 px aligns an element with a hairline or a character,
 * and needs no token.
 */
const isMeasure = (word: string) => !/^-?(?:0|1|1\.5)px$/.test(word)
/**
 * Returns whether a value positions a drawn element, such as a dot, a ring or a touch area, from the middle or
 * outwards.
 */
const isPlacing = (property: string, value: string) => property.startsWith('inset') && /50%|-\d/.test(value)

function findBare(css: string): string[] {
  return [...css.matchAll(spacing)].flatMap(([, property = '', value = '']) => {
    const measures = value.match(/-?[\d.]+(?:px|rem)\b/g) ?? []
    return measures.some(isMeasure) && !isPlacing(property, value) ? [`${property}: ${value}`] : []
  })
}

/** Files whose drawings, or position on the page, fit no step of the scale. */
const drawn = [
  'console/ui/content/history.module.css', // the line between the dots
  'web/parts/page/dark-header.module.css', // the ripples
  'ui/buttons/button.module.css', // the ring of a busy button
  'ui/fields/choice.module.css', // the dot of a radio
  'ui/layout/stepper.module.css', // dots and the line between them
  'ui/lists/timeline.module.css', // vertical dots and the line between them
  'ui/overlays/toast.module.css', // the position above every bar
]

test('uses tokens for the space between and inside elements', () => {
  const bare = sheets.flatMap(({ name, css }) =>
    findBare(css)
      .filter((found) => !(drawn.includes(name) && found.startsWith('inset')))
      .map((found) => `${name}: ${found}`),
  )
  expect(sheets.length).toBeGreaterThan(50)
  expect(bare).toEqual([])
})

// Browsers silently drop a declaration with an unknown variable.
test('uses only defined tokens for space and text sizes', () => {
  const readTokens = (theme: string) => {
    const { css = '' } = sheets.find(({ name }) => name === `ui/themes/${theme}.css`) ?? {}
    return [...css.matchAll(/^\s*(--[sft]-[\w-]+):/gm)].map(([, name]) => name)
  }
  const [shared, ofConsole] = [readTokens('tokens'), readTokens('theme-console')]
  const unknown = sheets.flatMap(({ name, css }) => {
    const scale = isConsole(name) ? [...shared, ...ofConsole] : shared
    const named = [...css.matchAll(/var\((--[sft]-[\w-]+)\)/g)].map(([, token]) => token)
    return named.filter((token) => !scale.includes(token)).map((token) => `${name}: ${token}`)
  })
  expect(shared.length).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})

test('uses tokens for text sizes in the console', () => {
  const bare = sheets
    .filter(({ name }) => isConsole(name))
    .flatMap(({ name, css }) => [...css.matchAll(/(?<![\w-])font:\s*\d[^;]*/g)].map(([found]) => `${name}: ${found}`))
    .filter((found) => !found.includes('monospace') && !found.startsWith('console/ui/content/avatar.module.css'))
  expect(bare).toEqual([])
})

test.each(['padding: 12px', 'margin-block: -8px 0', 'gap: 0 1.25rem', 'inset-inline-end: 16px', 'row-gap: 3px'])(
  'finds the bare value %s',
  (bare) => {
    expect(findBare(`.a { ${bare}; }`)).toEqual([bare])
  },
)

test.each(['padding: 0 var(--s-3)', 'margin: -1px auto', 'gap: calc(var(--s-2-5) - 1px)', 'inset: -5px 0'])(
  'accepts %s',
  (good) => {
    expect(findBare(`.a { ${good} }`)).toEqual([])
  },
)
