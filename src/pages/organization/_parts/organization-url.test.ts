import { expect, test } from 'vitest'
import { chooseTab, type OrganizationTab, organizationUrlState } from './organization-url.ts'

const all: OrganizationTab[] = ['members', 'bookings', 'licenses', 'invoices', 'below']

test.each<[string, OrganizationTab | null, OrganizationTab[], boolean, OrganizationTab]>([
  ['a tab that is shown is opened', 'bookings', all, true, 'bookings'],
  ['invoices open the members for those who do not see them', 'invoices', ['members', 'bookings'], true, 'members'],
  ['licences open the members while the feature is off', 'licenses', ['members', 'bookings'], true, 'members'],
  ['without a tab the members are open', null, all, true, 'members'],
  ['without members those below are open', null, ['members', 'below'], false, 'below'],
  ['without members and anybody below the members are open', 'below', ['members'], false, 'members'],
])('%s', (_, chosen, shown, hasMembers, opened) => expect(chooseTab(chosen, shown, hasMembers)).toBe(opened))

test('an unknown tab is none', () => {
  expect(organizationUrlState(20).parse(new URLSearchParams('tab=secrets')).tab).toBeNull()
})
