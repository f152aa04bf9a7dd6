import { expect, test } from 'vitest'
import { sectionOf, tabIn, textsOf } from './configuration-tabs.ts'

test('an address without a tab, or with one that is not there, opens the general tab', () => {
  expect(tabIn(new URLSearchParams())).toBe('general')
  expect(tabIn(new URLSearchParams('tab=elsewhere'))).toBe('general')
  expect(tabIn(new URLSearchParams('tab=audit'))).toBe('audit')
})

test('a form of the configuration is found by its tab', () => {
  expect(sectionOf('look')).toBe('look')
  expect(sectionOf('mail')).toBeUndefined()
})

test('each tab brings the texts of its islands', () => {
  expect([textsOf('audit'), textsOf('organizations'), textsOf('mail')]).toEqual([
    ['audit'],
    ['organizations', 'editing'],
    ['configuration', 'editing'],
  ])
})
