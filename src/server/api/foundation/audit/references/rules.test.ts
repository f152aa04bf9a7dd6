import { expect, test } from 'vitest'
import fields from '#locales/sv/audit-fields.json' with { type: 'json' }
import { listReferences, referencedThing } from './rules.ts'

/** Numbers of what has no name: rows that only the portal knows, and what other systems call things. */
const nameless = new Set([
  'id',
  'ids',
  'batchId',
  'documentFileId',
  'educationArticulateId',
  'exportId',
  'externalId',
  'externalPersonId',
  'fileId',
  'goalId',
  'googleTagManagerId',
  'idrottOnlineCategoryId',
  'importId',
  'pictureFileId',
  'questionId',
  'refundId',
  'registrationId',
  'reportId',
  'uploadId',
  'userLicenseId',
])

test('an id of something with a name is replaced by its name', () => {
  const numbers = Object.keys(fields).filter((field) => /(^i|I)ds?$/.test(field))
  expect(numbers.length).toBeGreaterThan(40)
  expect(numbers.filter((field) => !nameless.has(field) && referencedThing('any.thing', field) === null)).toEqual([])
})

test('finds every reference of an entry, by its action', () => {
  const entry = {
    action: 'education.partsArranged',
    targetType: 'education',
    targetId: '3',
    data: { before: [1], after: [2], responsibleIds: [9], note: 4, roles: { Educator: { Organization: [20] } } },
  }
  expect(listReferences(entry)).toEqual([
    'education/3',
    'educationPart/1',
    'educationPart/2',
    'user/9',
    'organization/20',
  ])
  expect(listReferences({ ...entry, action: 'user.edited', data: { before: { phone: 1 } } })).toEqual(['education/3'])
})
