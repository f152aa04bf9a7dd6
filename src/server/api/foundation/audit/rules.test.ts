import { expect, test } from 'vitest'
import { csvLine, toChanges } from './rules.ts'

test('a row of the export contains no formula', () => {
  expect(csvLine(['1', '=HYPERLINK("x")', '', '-2'])).toBe(`"1";"'=HYPERLINK(""x"")";"";"'-2"\r\n`)
})

test('only the differences between before and after are listed', () => {
  expect(toChanges({ before: { a: 1, b: [1], c: 'x' }, after: { a: 1, b: [1, 2], d: true }, why: 'import' })).toEqual([
    { field: 'why', before: undefined, after: 'import' },
    { field: 'b', before: [1], after: [1, 2] },
    { field: 'c', before: 'x', after: null },
    { field: 'd', before: undefined, after: true },
  ])
  expect(toChanges({ before: 'Educator', after: null })).toEqual([{ field: '', before: 'Educator', after: null }])
  expect(toChanges({ before: { title: 'A' } })).toEqual([{ field: 'title', before: 'A', after: undefined }])
  const edited = { fields: ['phone', 'pictureFileId'], before: { phone: null }, after: { phone: '+46' } }
  expect(toChanges(edited).map(({ field, after }) => [field, after])).toEqual([
    ['fields', ['pictureFileId']],
    ['phone', '+46'],
  ])
  expect(toChanges({ ...edited, fields: ['phone'] }).map(({ field }) => field)).toEqual(['phone'])
  expect(toChanges({ content: 'Hej' })).toEqual([{ field: 'content', before: undefined, after: 'Hej' }])
  expect(toChanges({})).toEqual([])
})
