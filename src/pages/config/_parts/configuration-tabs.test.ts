import { expect, test } from 'vitest'
import { getSection, getTabNamespaces, parseTab } from './configuration-tabs.ts'

test('a URL without a valid tab opens the general tab', () => {
  expect(parseTab(new URLSearchParams())).toBe('general')
  expect(parseTab(new URLSearchParams('tab=elsewhere'))).toBe('general')
  expect(parseTab(new URLSearchParams('tab=audit'))).toBe('audit')
})

test('a form of the configuration is found by its tab', () => {
  expect(getSection('look')).toBe('look')
  expect(getSection('mail')).toBeUndefined()
})

test('each tab includes the texts of its islands', () => {
  expect([getTabNamespaces('audit'), getTabNamespaces('organizations'), getTabNamespaces('mail')]).toEqual([
    ['audit', 'editing', 'saved-views'],
    ['organizations', 'editing'],
    ['configuration', 'editing'],
  ])
})
