import { expect, test } from 'vitest'
import { splitLinks } from './text-links.ts'

test('text without an address stays in one piece', () => {
  expect(splitLinks('Ny bana i Mora')).toEqual([{ start: 0, text: 'Ny bana i Mora' }])
  expect(splitLinks('')).toEqual([])
})

test('an address becomes a link without its scheme, and leaves the sentence its full stop', () => {
  expect(splitLinks('Läs (https://portal.test/education/3?a=1#del), eller http://b.test.')).toEqual([
    { start: 0, text: 'Läs (' },
    { start: 5, text: 'portal.test/education/3?a=1#del', href: 'https://portal.test/education/3?a=1#del' },
    { start: 44, text: '), eller ' },
    { start: 53, text: 'b.test', href: 'http://b.test' },
    { start: 66, text: '.' },
  ])
})

test('a bracket belongs to the address that opened it', () => {
  const hrefs = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])
  expect(hrefs('https://b.test/Boll_(sport)')).toEqual(['https://b.test/Boll_(sport)'])
  expect(hrefs('(se https://b.test/Boll_(sport)).')).toEqual(['https://b.test/Boll_(sport)'])
  expect(hrefs('(se https://b.test/boll).')).toEqual(['https://b.test/boll'])
})

test('other schemes and half an address stay text', () => {
  for (const text of ['javascript:alert(1)', 'https://', 'data:text/html,x', 'https://[x'])
    expect(splitLinks(text)).toEqual([{ start: 0, text }])
})
