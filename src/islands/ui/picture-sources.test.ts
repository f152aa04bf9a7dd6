import { expect, test } from 'vitest'
import { toPictureUrl, toSrcset } from './picture-sources.ts'

test('a picture is offered in its widths up to the widest', () => {
  expect(toSrcset('/api/files/a', 640)).toBe('/api/files/a?width=320 320w, /api/files/a?width=640 640w')
})

test('the width joins a query that is there', () => {
  expect(toPictureUrl('/api/files/1?until=2&sig=x', 320)).toBe('/api/files/1?until=2&sig=x&width=320')
})
