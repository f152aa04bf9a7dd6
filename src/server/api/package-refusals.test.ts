import { expect, test } from 'vitest'
import en from '#locales/en/refusals.json'
import sv from '#locales/sv/refusals.json'
import { packageRefusals } from './package-refusals.ts'

test.each(Object.keys(packageRefusals))('%s is explained in both languages', (code) => {
  expect(sv).toHaveProperty([code])
  expect(en).toHaveProperty([code])
})
