import { minify, type Plugin, parseAst } from 'vite'

/** The scripts inside of pages are functions of our source. What a page is sent of them is small, and the server's own code stays readable. */
export function smallScripts(): Plugin {
  return {
    name: 'small-scripts',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    enforce: 'post',
    transform(code, id) {
      return id.endsWith('/src/app/start-script.ts') ? shrinkFunctions(code) : undefined
    },
  }
}

/** Each function that the module keeps to itself becomes the text that it is put into a page as. */
export async function shrinkFunctions(code: string): Promise<string> {
  const { code: small } = await minify('script.js', code, { module: true, mangle: { toplevel: false } })
  const parts: string[] = []
  let end = 0
  for (const node of parseAst(small).body) {
    if (node.type !== 'FunctionDeclaration') continue
    parts.push(
      small.slice(end, node.start),
      `const ${node.id?.name}=${JSON.stringify(small.slice(node.start, node.end))};`,
    )
    end = node.end
  }
  return [...parts, small.slice(end)].join('')
}
