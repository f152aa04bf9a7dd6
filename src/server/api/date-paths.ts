import { z } from 'zod'

const under = (step: string, paths: string[]) => paths.map((path) => (path === '' ? step : `${step}.${path}`))

/** The schemas directly inside another, with the step that leads to each. */
function listParts(schema: z.core.$ZodType): [step: string, part: z.core.$ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  if (schema instanceof z.ZodArray) return [['*', schema.element]]
  if (schema instanceof z.ZodRecord) return [['*', schema.valueType]]
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => ['', option])
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [['', schema.unwrap()]]
  if (schema instanceof z.ZodPipe) return [['', schema.in]]
  return []
}

function listPaths(schema: z.core.$ZodType, above: ReadonlySet<z.core.$ZodType>): string[] {
  if (schema instanceof z.ZodCodec && schema.out instanceof z.ZodDate) return ['']
  if (above.has(schema)) throw new Error('A reply may not contain itself: its dates could not be found')
  const inside = new Set([...above, schema])
  return listParts(schema).flatMap(([step, part]) =>
    step === '' ? listPaths(part, inside) : under(step, listPaths(part, inside)),
  )
}

const pathsBySchema = new WeakMap<z.core.$ZodType, string[]>()

/**
 * Lists the paths of the date-times in a response schema: `publishedDate`, `items.*.startDate`; `''` when the response
 * itself is one. Empty without a schema; calendar days are text and not listed.
 *
 * @throws Error for a schema that contains itself.
 */
export function findDatePaths(schema: z.core.$ZodType | undefined): string[] {
  if (!schema) return []
  const paths = pathsBySchema.get(schema) ?? [...new Set(listPaths(schema, new Set()))]
  pathsBySchema.set(schema, paths)
  return paths
}
