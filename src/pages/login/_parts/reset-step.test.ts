import { expect, test } from 'vitest'
import { nextResetStep } from './reset-step.ts'

test('each accepted step leads to the next', () => {
  const after = (sent: string) => nextResetStep({ sent, isDone: true, hasToken: false })
  expect(['name', 'channel', 'code', 'else'].map(after)).toEqual(['channel', 'code', 'done', 'name'])
})

test('a refused code is requested again, and every other refused step restarts from the name', () => {
  const refused = (sent: string) => nextResetStep({ sent, isDone: false, hasToken: false })
  expect(['', 'name', 'channel', 'code'].map(refused)).toEqual(['name', 'name', 'name', 'code'])
})

test('the token of a link leads directly to the new password', () => {
  expect(nextResetStep({ sent: '', isDone: false, hasToken: true })).toBe('code')
})
