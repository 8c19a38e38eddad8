import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The types that `openapi-typescript` makes of a description. */
export async function generateTypes(document: object): Promise<string> {
  // It draws its types with TypeScript's old programming interface, which version 7 left out: ts-morph carries a copy.
  const old = createRequire(import.meta.url)
    .resolve('@ts-morph/common')
    .replace(/[^/]+$/, 'typescript.js')
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
        ? { url: pathToFileURL(old).href, shortCircuit: true }
        : next(name, context),
  })
  try {
    const { default: openapiTypes, astToString } = await import('openapi-typescript')
    return astToString(await openapiTypes(document as never, { silent: true }))
  } finally {
    hooks.deregister()
  }
}
