import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * Leaves the schemas of calls out of the browser's code. The browser only sends what was typed and shows what it gets; checking is
 * the server's part, and the schemas are a tenth of what a phone would have to load.
 */
export function dropSchemas(): Plugin {
  return {
    name: 'drop-schemas',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    transform: {
      filter: { id: /\.contract\.ts$|\/contract\/fields\.ts$/ },
      order: 'post',
      handler(code) {
        const edits: { at: number; until: number; text: string }[] = []
        const program = this.parse(code) as unknown as Node
        visit(program, (node) => {
          if (node.type !== 'CallExpression' || (node.callee as Node).name !== 'defineCall') return
          const [call] = node.arguments as Node[]
          for (const property of (call?.properties ?? []) as Node[]) {
            const { name } = property.key as { name?: string }
            if (name === 'input' || name === 'output' || name === 'about') {
              edits.push({ at: property.start, until: property.end, text: '...{}' })
            }
          }
        })
        // Whatever nobody asks for any more may go: making a schema does nothing else.
        for (const statement of program.body as Node[]) {
          const declaration = (statement.declaration ?? statement) as Node
          for (const { init } of (declaration.declarations ?? []) as { init?: Node }[]) {
            if (!init || !/^(?:Call|Object|Array)Expression$/.test(init.type)) continue
            edits.push({ at: init.start, until: init.start, text: '/* @__PURE__ */ (() => (' })
            edits.push({ at: init.end, until: init.end, text: '))()' })
          }
        }
        let left = code
        for (const { at, until, text } of edits.sort((a, b) => b.at - a.at)) {
          left = left.slice(0, at) + text + left.slice(until)
        }
        return { code: left, map: null }
      },
    },
  }
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node)
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one && typeof one === 'object' && typeof (one as Node).type === 'string') visit(one as Node, look)
    }
  }
}
