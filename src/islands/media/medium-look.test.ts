import { expect, test } from 'vitest'
import { mediumKind } from './medium-look.ts'

test.each([
  ['film', { kind: 1, url: 'https://www.youtube.com/watch?v=1', contentType: null }],
  ['pdf', { kind: 1, url: 'https://nordiskbilsport.example/regler.PDF', contentType: null }],
  ['link', { kind: 1, url: 'https://notyoutube.com/', contentType: null }],
  ['film', { kind: 0, url: '/files/1', contentType: 'video/mp4' }],
  ['pdf', { kind: 0, url: '/files/1', contentType: 'application/pdf' }],
  [
    'sheet',
    { kind: 0, url: '/files/1', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  ],
  [
    'document',
    {
      kind: 0,
      url: '/files/1',
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    },
  ],
  ['slides', { kind: 0, url: '/files/1', contentType: 'application/vnd.ms-powerpoint' }],
  ['archive', { kind: 0, url: '/files/1', contentType: 'application/zip' }],
  ['file', { kind: 0, url: '/files/1', contentType: null }],
] as const)('the kind %s is shown for %j', (kind, medium) => {
  expect(mediumKind(medium)).toBe(kind)
})
