import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateTypes, typesPath } from './generate-client.ts'
import { toType } from './to-type.ts'

test('the published client matches the contracts: npm run client', () => {
  expect(generateTypes()).toBe(readFileSync(typesPath, 'utf8'))
})

test.each([
  [{ type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }, '{ id: number }'],
  [{ type: 'object', properties: { 'a-b': { enum: ['x', 1] } } }, '{ "a-b"?: "x" | 1 }'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'Array<string | null>'],
  [{ type: ['number', 'null'] }, 'number | null'],
  [{}, 'unknown'],
])('%j is %s', (schema, type) => {
  expect(toType(schema)).toBe(type)
})
