import { expect, test } from 'vitest'
import { shrinkFunctions } from './small-scripts.ts'

const source = `
  export function write(amount) {
    return \`(\${showDouble})(\${JSON.stringify(amount)},\${addOne})\`
  }
  // Nobody needs this in a page.
  function showDouble(amount, change) {
    const doubled = amount * 2
    return \`\${change(doubled)} pieces\`
  }
  function addOne(amount) {
    return amount + 1
  }
`

test('functions that are sent with a page are sent small, and do what they did', async () => {
  const load = async (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`)
  const [large, small] = await Promise.all([load(source), load(await shrinkFunctions(source))])
  // biome-ignore lint/security/noGlobalEval: as a page runs it.
  const run = (text: string) => globalThis.eval(text)
  expect([run(large.write(3)), run(small.write(3))]).toEqual(['7 pieces', '7 pieces'])
  expect(small.write(3)).not.toContain('doubled')
  expect(small.write(3).length).toBeLessThan(large.write(3).length)
})
