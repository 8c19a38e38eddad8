type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  not?: Schema
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
}
type Content = Record<string, { schema: Schema }>
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Answer = { content?: Content }
type Operation = {
  operationId: string
  summary?: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Answer | { $ref: string }>
}
type Description = {
  paths: Record<string, object>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Answer>
  }
}

const plainTypes: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Writes the types of an OpenAPI description: `components['schemas']` by name and `operations` by `operationId`. */
export function generateTypes(document: object): string {
  const { paths, components } = document as Description
  const operations = Object.values(paths).flatMap((methods) => Object.values<Operation>(methods as never))
  const schemas = Object.entries(components.schemas).map(([name, schema]) => describe(schema) + field(name, schema))
  return `export interface components {
schemas: {
${schemas.join('\n')}
}
}
export interface operations {
${operations.map((operation) => writeOperation(operation, components)).join('\n')}
}
`
}

function writeOperation(operation: Operation, { parameters, responses }: Description['components']): string {
  const all = (operation.parameters ?? []).map((one) => ('$ref' in one ? find(parameters, one.$ref) : one))
  const places = ['query', 'header', 'path'].map((place) => writeParameters(place, all))
  const body = operation.requestBody
  const answers = Object.entries(operation.responses).map(([status, answer]) => {
    const { content } = '$ref' in answer ? find(responses, answer.$ref) : answer
    return `${JSON.stringify(status)}: { content${content ? `: ${writeContent(content)}` : '?: never'} }`
  })
  return `${describe({ description: operation.summary })}${operation.operationId}: {
parameters: { ${places.join('; ')} }
requestBody${body ? `${body.required ? '' : '?'}: { content: ${writeContent(body.content)} }` : '?: never'}
responses: {
${answers.join('\n')}
}
}`
}

function writeParameters(place: string, all: Parameter[]): string {
  const here = all.filter((one) => one.in === place)
  if (here.length === 0) return `${place}?: never`
  const isOptional = here.every(({ required }) => !required)
  const fields = here.map(({ name, required, schema }) => field(name, schema, required))
  return `${place}${isOptional ? '?' : ''}: { ${fields.join('; ')} }`
}

function writeContent(content: Content): string {
  return `{ ${Object.entries(content).map(([type, { schema }]) => field(type, schema))} }`
}

function field(name: string, schema: Schema, isRequired = true): string {
  return `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${writeType(schema)}`
}

function writeType(schema: Schema): string {
  if (schema.$ref) return `components['schemas'][${JSON.stringify(nameOf(schema.$ref))}]`
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return `(${choices.map(writeType).join(' | ')})`
  if (Array.isArray(schema.type)) return `(${schema.type.map((type) => writeType({ ...schema, type })).join(' | ')})`
  if (schema.type === 'array') return `(${writeType(schema.items ?? {})})[]`
  if (schema.type === 'object') return writeObject(schema)
  // `not: {}` is the schema of a field that must be absent.
  return schema.not ? 'never' : (plainTypes[schema.type ?? ''] ?? 'unknown')
}

function writeObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => describe(schema) + field(name, schema, required.includes(name)),
  )
  if (additionalProperties) fields.push(`[key: string]: ${writeType(additionalProperties)}`)
  return fields.length > 0 ? `{\n${fields.join('\n')}\n}` : 'Record<string, unknown>'
}

function describe({ description }: Schema): string {
  return description ? `/** ${description.replaceAll('*/', '* /')} */\n` : ''
}

function find<T>(all: Record<string, T>, reference: string): T {
  const found = all[nameOf(reference)]
  if (!found) throw new Error(`The description has no ${reference}`)
  return found
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
