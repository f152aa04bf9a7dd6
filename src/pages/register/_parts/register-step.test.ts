import { expect, test } from 'vitest'
import { nextRegisterStep, parseStep } from './register-step.ts'

test('each accepted step leads to the next, and a refused one is shown again', () => {
  expect(nextRegisterStep('address', true)).toBe('code')
  expect(nextRegisterStep('code', true)).toBe('details')
  expect(nextRegisterStep('details', true)).toBe('done')
  expect(nextRegisterStep('code', false)).toBe('code')
})

test('an unknown step is the first one', () => {
  expect(parseStep('else')).toBe('address')
  expect(parseStep('details')).toBe('details')
})
