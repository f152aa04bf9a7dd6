import { expect, test } from 'vitest'
import { auditHref, auditUrl } from './audit-url.ts'

function filterIn(search: URLSearchParams) {
  const { after: _, ...filter } = auditUrl.parse(search)
  return filter
}

test('a filter is stored in the URL', () => {
  const filter = { who: 'Åsa Ö', action: 'user.edited', target: 'user/7', from: '2026-03-01', to: '2026-03-02' }
  const address = auditHref(filter, { after: '2026-03-01T10:00:00.000Z_7' })
  const search = new URL(address, 'http://portal.test').searchParams
  expect(filterIn(search)).toEqual(filter)
  expect([search.get('tab'), search.get('after')]).toEqual(['audit', '2026-03-01T10:00:00.000Z_7'])
})

test('invalid parameters are ignored', () => {
  expect(filterIn(new URLSearchParams('from=igår&target=x&who=&action=%20&to=2026-03-02'))).toEqual({
    to: '2026-03-02',
  })
})
