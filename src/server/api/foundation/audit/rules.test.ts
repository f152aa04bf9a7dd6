import { expect, test } from 'vitest'
import { changesIn, csvLine } from './rules.ts'

test('a row of the export runs nothing in a spreadsheet', () => {
  expect(csvLine(['1', '=HYPERLINK("x")', '', '-2'])).toBe(`"1";"'=HYPERLINK(""x"")";"";"'-2"\r\n`)
})

test('of before and after only what differs is told', () => {
  expect(changesIn({ before: { a: 1, b: [1], c: 'x' }, after: { a: 1, b: [1, 2], d: true }, why: 'import' })).toEqual([
    { field: 'why', before: undefined, after: 'import' },
    { field: 'b', before: [1], after: [1, 2] },
    { field: 'c', before: 'x', after: null },
    { field: 'd', before: undefined, after: true },
  ])
  expect(changesIn({ before: 'Educator', after: null })).toEqual([{ field: '', before: 'Educator', after: null }])
  expect(changesIn({ before: { title: 'A' } })).toEqual([{ field: 'title', before: 'A', after: undefined }])
  const edited = { fields: ['phone', 'pictureFileId'], before: { phone: null }, after: { phone: '+46' } }
  expect(changesIn(edited).map(({ field, after }) => [field, after])).toEqual([
    ['fields', ['pictureFileId']],
    ['phone', '+46'],
  ])
  expect(changesIn({ ...edited, fields: ['phone'] }).map(({ field }) => field)).toEqual(['phone'])
  expect(changesIn({ content: 'Hej' })).toEqual([{ field: 'content', before: undefined, after: 'Hej' }])
  expect(changesIn({})).toEqual([])
})
