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

/** Converts schemas of contracts into the schemas of one document. Exported schemas keep their name and are written once. */
export function createSchemaWriter(contracts: object[], schemas: Schemas) {
  const registry = z.registry<{ id: string }>()
  const named = new Map<string, z.ZodMiniType>()
  for (const [name, value] of contracts.flatMap(Object.entries)) {
    if (!isNamed(name, value) || registry.has(value)) continue
    const id = findFreeName(named, name)
    named.set(id, value)
    registry.add(value, { id })
  }
  const convert = (schema: z.ZodMiniType, io: Direction) =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any', override: keepOpenDecisions, metadata: registry }) as Schema
  const nameOf = nameByDirection(convert)

  /** Returns the schema itself, with references to its named parts. */
  function inline(schema: z.ZodMiniType, io: Direction, name: string): Schema {
    const { $schema: _, $defs = {}, ...rest } = convert(schema, io)
    const names = new Map(
      Object.keys($defs).map((one, at) => {
        const known = named.get(one)
        return [`#/$defs/${one}`, known ? nameOf(known, one, io) : `${name}-${io}-${at + 1}`]
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
      // A schema that is also sent in requests keeps the limits of requests.
      if (io === 'input' || !schemas[known]) schemas[known] = write(part)
    }
    return write(rest)
  }

  return {
    inline,
    /** Returns a reference to a named schema, or the schema itself. */
    refer(schema: z.ZodMiniType, io: Direction, name: string): Schema {
      const id = registry.get(schema)?.id
      const written = inline(schema, io, name)
      if (!id) return written
      const known = nameOf(schema, id, io)
      // A recursive schema has already been written and is a reference to itself.
      if (!written.$ref && (io === 'input' || !schemas[known])) schemas[known] = written
      return { $ref: `#/components/schemas/${known}` }
    },
  }
}

/** Returns a name per direction. A schema with defaults differs between input and output, and its input is named `…Input`. */
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
  return ['object', 'enum', 'union'].includes(value.def.type)
}

function findFreeName(named: ReadonlyMap<string, unknown>, name: string): string {
  for (let at = 1; ; at++) {
    const free = at === 1 ? name : `${name}${at}`
    if (!named.has(free)) return free
  }
}

/**
 * Removes additionalProperties: false, so that a new field does not break clients of an older description. Also removes
 * the encoding of files, which are not text.
 */
function keepOpenDecisions({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.format === 'binary') delete jsonSchema.contentEncoding
}

const largestInt32 = 2_147_483_647

/** Adds the limits of every request: the range of integers, and text without NUL characters. */
function addLimits(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  const schema = part as Schema
  if (schema.type === 'integer') {
    return { ...schema, format: Number(schema.maximum ?? Infinity) <= largestInt32 ? 'int32' : 'int64' }
  }
  // Every file in a form is an image.
  if (schema.format === 'binary') return { ...schema, maxLength: imageMaxBytes - 1 }
  const isRestricted = ['format', 'pattern', 'enum', 'const', 'allOf'].some((keyword) => keyword in schema)
  return schema.type === 'string' && !isRestricted ? { ...schema, pattern: '^[^\\u0000]*$' } : schema
}
