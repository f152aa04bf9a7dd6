import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeError, formatErrorMessage } from './describe-error.ts'

test('the parameters of a failed statement are left out', () => {
  const error = new DrizzleQueryError('select ?', ['sara@mejl.example'], new Error('D1_ERROR: no such table: users'))
  expect(JSON.stringify(describeError(error))).not.toContain('sara@')
  expect(formatErrorMessage(error)).toBe('D1_ERROR: no such table: users')
  expect(formatErrorMessage(new DrizzleQueryError('select ?', ['sara@mejl.example']))).toBe('the database failed')
})

test('other errors are described unchanged, and other values as text', () => {
  expect(describeError(new TypeError('x'))).toMatchObject({ name: 'TypeError', message: 'x' })
  expect(formatErrorMessage('gone')).toBe('gone')
})
