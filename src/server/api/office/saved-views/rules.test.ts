import { expect, test } from 'vitest'
import { findScreen } from '#screens/screens.ts'
import { formatViewHref, normalizeQuery, viewListNames, viewLists } from './rules.ts'

test.each(viewListNames)('the list %s has the readers of its page', (list) => {
  const { address, who } = viewLists[list]
  const [path = ''] = address.split('?')
  expect(findScreen(path)).toMatchObject({ path, who })
})

test('a view has no page, no empty field and no parameter of the address', () => {
  expect(normalizeQuery('auditLog', '?tab=audit&who=&to=2026-02-01&from=2026-01-01&after=7')).toBe(
    'from=2026-01-01&to=2026-02-01',
  )
  expect(normalizeQuery('users', '?page=3')).toBe('')
})

test('an empty first day is stored where the list would begin today without it', () => {
  expect(normalizeQuery('occasions', '?view=occasions&startDate=&endDate=')).toBe('startDate=')
  expect(normalizeQuery('exams', '?view=exams&from=&city=')).toBe('from=')
  expect(normalizeQuery('payments', '?startDate=')).toBe('')
})

test('equal filters are equal queries, in whichever order', () => {
  expect(normalizeQuery('users', 'text=%C3%85sa&role=Educator')).toBe(normalizeQuery('users', 'role=Educator&text=Åsa'))
})

test('the address of a view opens its list', () => {
  expect(formatViewHref('auditLog', 'from=2026-01-01')).toBe('/config?tab=audit&from=2026-01-01')
  expect(formatViewHref('users', '')).toBe('/users')
})
