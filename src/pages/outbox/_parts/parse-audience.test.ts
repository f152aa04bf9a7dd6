import { expect, test } from 'vitest'
import type { Audience } from '#api/office/mailings/audience/contract.ts'
import { mailingHref } from '#islands/mailings/mailing-href.ts'
import { parseAudience } from './parse-audience.ts'

const audiences: Audience[] = [
  { kind: 'occasion', occasionId: 48 },
  { kind: 'occasion', occasionId: 48, resultIds: [1, 2] },
  { kind: 'users', userIds: [3, 4] },
  { kind: 'licenseHolders', licenseId: null, endsFrom: '2026-03-01', endsTo: '2026-03-31' },
  { kind: 'licenseHolders', licenseId: 5, endsFrom: '2026-03-01', endsTo: '2026-03-31' },
  { kind: 'clubAdministrators', organizationId: null },
  { kind: 'clubAdministrators', organizationId: 7 },
  { kind: 'savedView', viewId: 12 },
  { kind: 'exam', examId: 9 },
  { kind: 'occasions', occasionIds: [48, 49] },
  { kind: 'education', educationId: 6, standing: 'taking', lackedPartId: null },
  { kind: 'education', educationId: 6, standing: 'completed', lackedPartId: 31 },
]

test.each(audiences)('an address carries the audience %j', (audience) => {
  expect(parseAudience(new URL(mailingHref(audience), 'http://portal.test').searchParams)).toEqual(audience)
})

test.each(['', 'kind=all', 'kind=users', 'kind=occasion', 'kind=licenseHolders&endsFrom=x&endsTo=2026-03-01'])(
  'a broken address has no audience: %s',
  (text) => {
    expect(parseAudience(new URLSearchParams(text))).toBeNull()
  },
)
