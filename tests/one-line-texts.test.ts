import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'

/** Names of fields that a screen shows in one line. */
const ofOneLine = new Set([
  ...['name', 'firstName', 'lastName', 'shortName', 'organizationName', 'userName'],
  ...['title', 'subject', 'reference', 'code', 'city', 'venue', 'fileName'],
])

const separators = ['\n', '\r\n', '\v', '\f', '\u2028', '\u2029']

/** Whether a schema accepts a text with a line separator and keeps it. */
const keepsSeparator = (schema: z.ZodType) =>
  separators.some((separator) => {
    const { data } = schema.safeParse(`Anna${separator}Bo`)
    return typeof data === 'string' && data !== 'Anna Bo'
  })

/** Lists the paths of the fields of one line that keep a line separator, in the order of the schema. */
function listSplitFields(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, inner]) => [
      ...(ofOneLine.has(key) && keepsSeparator(inner) ? [`${path}.${key}`] : []),
      ...listSplitFields(inner, `${path}.${key}`),
    ])
  if (schema instanceof z.ZodArray) return listSplitFields(schema.element, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listSplitFields(option, path))
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((half) => listSplitFields(half, path))
  if (schema instanceof z.ZodPipe) return listSplitFields(schema.in, path)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return listSplitFields(schema.unwrap(), path)
  return []
}

test('a text of one line holds no line separator, however it was pasted', () => {
  const calls = Object.values(contracts).flatMap((contract) => Object.entries<Call>(contract))
  expect(calls.flatMap(([call, { body }]) => (body ? listSplitFields(body, call) : []))).toEqual([])
})
