import type { Param } from './url-state.ts'

interface Schema {
  safeParse: (text: string) => { success: boolean }
}

/**
 * Describes optional texts, one for each field of a contract's query schema, trimmed; texts that the field's schema
 * refuses are dropped. For pages: an island that imports a schema includes zod.
 */
export const schemaParams = <Name extends string>(
  shape: Record<Name, Schema>,
): Record<Name, Param<string | undefined>> => {
  const params = Object.entries<Schema>(shape).map(([name, schema]): [string, Param<string | undefined>] => [
    name,
    {
      parse: ([first]) => {
        const text = first?.trim()
        return text && schema.safeParse(text).success ? text : undefined
      },
      fallback: undefined,
    },
  ])
  // One parameter for each name of the shape.
  return Object.fromEntries(params) as Record<Name, Param<string | undefined>>
}
