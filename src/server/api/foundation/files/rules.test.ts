import { expect, test } from 'vitest'
import { disposition, isShownInPlace, pictureTypeOf, policyFor } from './rules.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['\x89PNG\r\n\x1a\nrest', 'image/png'],
  ['\xff\xd8\xff\xe0rest', 'image/jpeg'],
  ['GIF89arest', 'image/gif'],
  ['RIFF1234WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x1cftypavif', null],
  ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', null],
  ['<!doctype html>', null],
  ['', null],
])('the content %j is %s', (content, type) => {
  expect(pictureTypeOf(bytes(content))).toBe(type)
})

test('pages and scripts are saved, never opened', () => {
  expect(isShownInPlace('image/png')).toBe(true)
  expect(isShownInPlace('text/html')).toBe(false)
  expect(isShownInPlace('application/javascript')).toBe(false)
})

test('a name in Swedish survives, and cannot break out of its quotes', () => {
  expect(disposition('kartbild å"\r\nx.png', false)).toBe(
    `attachment; filename="kartbild ____x.png"; filename*=UTF-8''kartbild%20%C3%A5%22%0D%0Ax.png`,
  )
})

test('what is opened by itself runs nothing; a film plays, and a document is shown', () => {
  for (const type of ['image/svg+xml', 'image/png', 'text/html', 'application/zip'])
    expect(policyFor(type), type).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  for (const type of ['video/mp4', 'audio/mpeg'])
    expect(policyFor(type), type).toBe("default-src 'none'; style-src 'unsafe-inline'; media-src 'self'")
  expect(policyFor('application/pdf')).toBe("default-src 'none'; style-src 'unsafe-inline'")
})
