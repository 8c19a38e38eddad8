import { type ESTree, type Plugin, Visitor } from 'vite'

/** The properties of a call that only the server reads. */
const serverOnly = new Set(['input', 'output', 'about', 'fields', 'create', 'keyType'])
const definition = /^define(?:Call|Staff\w+)$/

/**
 * Removes the schemas of calls from the browser's code. The server checks all input and output. The schemas and their
 * library would be a tenth of the code that a phone loads.
 */
export function dropSchemas(): Plugin {
  return {
    name: 'drop-schemas',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\.contract\.ts$|\/contract\/calls\/(?:fields|staff-resources)\.ts$/ },
      order: 'post',
      handler(code) {
        const edits: { at: number; until: number; text: string }[] = []
        const program = this.parse(code)
        new Visitor({
          CallExpression({ callee, arguments: [call] }) {
            if (callee.type !== 'Identifier' || !definition.test(callee.name)) return
            if (call?.type !== 'ObjectExpression') return
            for (const property of call.properties.filter(isServerOnly)) {
              edits.push({ at: property.start, until: property.end, text: '...{}' })
            }
          },
        }).visit(program)
        // Most schemas are now unused. The bundler removes them once their creation is marked as free of side effects.
        for (const statement of program.body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression') continue
            edits.push({ at: init.start, until: init.start, text: '/* @__PURE__ */ (() => (' })
            edits.push({ at: init.end, until: init.end, text: '))()' })
          }
        }
        edits.sort((one, other) => other.at - one.at)
        const map = null
        return {
          code: edits.reduce((left, { at, until, text }) => left.slice(0, at) + text + left.slice(until), code),
          map,
        }
      },
    },
  }
}

function isServerOnly(property: ESTree.ObjectPropertyKind): boolean {
  return property.type === 'Property' && property.key.type === 'Identifier' && serverOnly.has(property.key.name)
}
