/** The parts of a JSON Schema that the contracts use. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text)

const toKey = (name: string) => (isName(name) ? name : JSON.stringify(name))

const join = (types: readonly string[], by: string) => [...new Set(types)].join(by)

function toObject({ properties, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties ?? {}).map(
    ([name, schema]) => `${toKey(name)}${required.includes(name) ? '' : '?'}: ${toType(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return typeof additionalProperties === 'object'
    ? `Record<string, ${toType(additionalProperties)}>`
    : 'Record<string, unknown>'
}

const literals: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Returns the TypeScript type of a JSON Schema; `unknown` where the schema says nothing. */
export function toType(schema: Schema): string {
  const { type, anyOf, oneOf, allOf } = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum)
    return join(
      schema.enum.map((value) => JSON.stringify(value)),
      ' | ',
    )
  const union = anyOf ?? oneOf
  if (union) return join(union.map(toType), ' | ')
  if (allOf)
    return join(
      allOf.map((part) => `(${toType(part)})`),
      ' & ',
    )
  if (Array.isArray(type))
    return join(
      type.map((one) => toType({ ...schema, type: one })),
      ' | ',
    )
  if (type === 'object') return toObject(schema)
  if (type === 'array')
    return schema.prefixItems
      ? `[${schema.prefixItems.map(toType).join(', ')}]`
      : `Array<${toType(schema.items ?? {})}>`
  return literals[type ?? ''] ?? 'unknown'
}
