import { expect, test } from 'vitest'
import { findTabOfPart, listTabs, parseTab, tabHref } from './profile-tabs.ts'

const all = listTabs({ hasLicenses: true, isFull: true })
const opened = (search: string, tabs = all) => parseTab(new URLSearchParams(search), tabs)

test('a profile has the tabs that its reader may see', () => {
  expect(all).toEqual(['licenses', 'bookings', 'educations', 'account'])
  expect(listTabs({ hasLicenses: false, isFull: false })).toEqual(['educations', 'account'])
})

test('the address opens a tab, and otherwise the first one', () => {
  expect(opened(tabHref('/profile', 'account').split('?')[1] ?? '')).toBe('account')
  expect(opened('')).toBe('licenses')
  expect(opened('tab=unknown')).toBe('licenses')
  expect(opened('tab=bookings', ['educations', 'account'])).toBe('educations')
})

test('a part that an older link names is found in its tab', () => {
  expect(findTabOfPart('payments')).toBe('bookings')
  expect(findTabOfPart('invitations')).toBeNull()
})
