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
      filter: { id: /\.contract\.ts$|\/contract\/(?:fields|staff-things)\.ts$/ },
      order: 'post',
      handler(code) {
        const edits: { at: number; until: number; text: string }[] = []
        const program = this.parse(code) as unknown as Node
        visit(program, (node) => {
          if (node.type !== 'CallExpression' || !isDefinition(node.callee as Node)) return
          const [call] = node.arguments as Node[]
          for (const property of (call?.properties ?? []) as Node[]) {
            // What is spread into it is stripped where it stands.
            const { name } = (property.key ?? {}) as { name?: string }
            if (name !== undefined && schemaNames.has(name)) {
              edits.push({ at: property.start, until: property.end, text: '...{}' })
            }
          }
        })
        // A schema that no call has any more is nobody's. Whatever else nobody asks for may go too: making it does nothing else.
        for (const statement of program.body as Node[]) {
          const declaration = (statement.declaration ?? statement) as Node
          for (const { init } of (declaration.declarations ?? []) as { init?: Node }[]) {
            if (!init || !/^(?:Call|Object|Array)Expression$/.test(init.type)) continue
            if (!isDefinition(init.callee as Node | undefined) && listNames(init).has('z')) {
              edits.push({ at: init.start, until: init.end, text: 'undefined' })
            } else {
              edits.push({ at: init.start, until: init.start, text: '/* @__PURE__ */ (() => (' })
              edits.push({ at: init.end, until: init.end, text: '))()' })
            }
          }
        }
        let left = code
        for (const { at, until, text } of edits.sort((a, b) => b.at - a.at)) {
          left = left.slice(0, at) + text + left.slice(until)
        }
        return { code: dropImports(left, this.parse(left) as unknown as Node), map: null }
      },
    },
  }
}

/** What only the server reads of a call, and of the lists that are defined alike. */
const schemaNames = new Set(['input', 'output', 'about', 'fields', 'create', 'keyType'])

/** `defineCall`, and what the staff API's calls are defined by. */
const isDefinition = (callee: Node | undefined) => /^define(?:Call|Staff\w+)$/.test(String(callee?.name))

/** A file that is imported for its schemas only, such as rules for their limits, would come along with every page. */
function dropImports(code: string, program: Node): string {
  const statements = program.body as Node[]
  const isImport = ({ type }: Node) => type === 'ImportDeclaration'
  const used = new Set(statements.filter((one) => !isImport(one)).flatMap((one) => [...listNames(one)]))
  const unused = statements.filter(
    (one) => isImport(one) && (one.specifiers as { local: Node }[]).every(({ local }) => !used.has(String(local.name))),
  )
  return unused.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), code)
}

function listNames(node: Node): Set<string> {
  const names = new Set<string>()
  visit(node, ({ type, name }) => type === 'Identifier' && names.add(String(name)))
  return names
}

function visit(node: Node, look: (node: Node) => unknown): void {
  look(node)
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one && typeof one === 'object' && typeof (one as Node).type === 'string') visit(one as Node, look)
    }
  }
}
