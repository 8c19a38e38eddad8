import * as z from 'zod/mini'
import { imageMaxBytes } from '#contract/image-limits.ts'

export type Schema = {
  type?: string | string[]
  format?: string
  $ref?: string
  properties?: Record<string, Schema>
  required?: string[]
  $defs?: Record<string, Schema>
  [key: string]: unknown
}
export type Schemas = Record<string, Schema>
type Direction = 'input' | 'output'

/** Turns schemas of contracts into those of one document. What a contract exports has its name there, and is written once. */
export function createSchemaWriter(contracts: object[], schemas: Schemas) {
  const registry = z.registry<{ id: string }>()
  for (const [name, value] of contracts.flatMap(Object.entries)) {
    if (isNamed(name, value) && !registry.has(value)) registry.add(value, { id: findFreeName(registry, name) })
  }
  const convert = (schema: z.ZodMiniType, io: Direction) =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any', override: keepOpen, metadata: registry }) as Schema
  const nameOf = nameByDirection(convert)

  /** The schema itself, with references to whatever in it has a name. */
  function inline(schema: z.ZodMiniType, io: Direction, name: string): Schema {
    const { $schema: _, $defs = {}, ...rest } = convert(schema, io)
    const names = new Map(
      Object.keys($defs).map((one, at) => {
        const known = registry._idmap.get(one)
        return [`#/$defs/${one}`, known ? nameOf(known as z.ZodMiniType, one, io) : `${name}-${io}-${at + 1}`]
      }),
    )
    const own = registry.get(schema)?.id
    if (own) names.set('#', nameOf(schema, own, io))
    const write = (part: object): Schema =>
      JSON.parse(JSON.stringify(part), (key, value) => {
        if (key === '$ref' && names.has(value)) return `#/components/schemas/${names.get(value)}`
        return io === 'input' ? addLimits(value) : value
      })
    for (const [one, part] of Object.entries($defs)) {
      const known = names.get(`#/$defs/${one}`) ?? one
      // A schema that is also sent keeps the limits of requests.
      if (io === 'input' || !schemas[known]) schemas[known] = write(part)
    }
    return write(rest)
  }

  return {
    inline,
    /** A reference to the schema where it has a name, or the schema itself. */
    refer(schema: z.ZodMiniType, io: Direction, name: string): Schema {
      const id = registry.get(schema)?.id
      const written = inline(schema, io, name)
      if (!id) return written
      const known = nameOf(schema, id, io)
      // One that stands inside itself has been written already, and is a reference to that.
      if (!written.$ref && (io === 'input' || !schemas[known])) schemas[known] = written
      return { $ref: `#/components/schemas/${known}` }
    },
  }
}

/** What goes in can differ from what comes out, where a field has a default: then it is called `…Input`. */
function nameByDirection(convert: (schema: z.ZodMiniType, io: Direction) => Schema) {
  const isSame = new Map<z.ZodMiniType, boolean>()
  return (schema: z.ZodMiniType, id: string, io: Direction): string => {
    if (io === 'output') return id
    const known =
      isSame.get(schema) ?? JSON.stringify(convert(schema, 'input')) === JSON.stringify(convert(schema, 'output'))
    isSame.set(schema, known)
    return known ? id : `${id}Input`
  }
}

function isNamed(name: string, value: unknown): value is z.ZodMiniType {
  if (!/^[A-Z]/.test(name) || !(value instanceof z.ZodMiniType)) return false
  return ['object', 'enum', 'union'].includes(value._zod.def.type)
}

function findFreeName(registry: { _idmap: Map<string, unknown> }, name: string): string {
  for (let at = 1; ; at++) {
    const free = at === 1 ? name : `${name}${at}`
    if (!registry._idmap.has(free)) return free
  }
}

/** A new field must not break whoever was made from an older description; and a file is no text in an encoding. */
function keepOpen({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.format === 'binary') delete jsonSchema.contentEncoding
}

const largestInt32 = 2_147_483_647

/** Adds the limits that the server holds for every request: the range of integers, and text without NUL characters. */
function addLimits(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  const schema = part as Schema
  if (schema.type === 'integer') {
    return { ...schema, format: Number(schema.maximum ?? Infinity) <= largestInt32 ? 'int32' : 'int64' }
  }
  // Every file in a form is a picture.
  if (schema.format === 'binary') return { ...schema, maxLength: imageMaxBytes - 1 }
  const isRestricted = ['format', 'pattern', 'enum', 'const', 'allOf'].some((keyword) => keyword in schema)
  return schema.type === 'string' && !isRestricted ? { ...schema, pattern: '^[^\\u0000]*$' } : schema
}
