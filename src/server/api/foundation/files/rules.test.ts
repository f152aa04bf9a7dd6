import { expect, test } from 'vitest'
import { contentDisposition, contentSecurityPolicy, detectPictureType, isDisplayable } from './rules.ts'

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
  expect(detectPictureType(bytes(content))).toBe(type)
})

test('pages and scripts are saved, never opened', () => {
  expect(isDisplayable('image/png')).toBe(true)
  expect(isDisplayable('text/html')).toBe(false)
  expect(isDisplayable('application/javascript')).toBe(false)
})

test('a Swedish name is preserved, and cannot escape its quotes', () => {
  expect(contentDisposition('kartbild å"\r\nx.png', false)).toBe(
    `attachment; filename="kartbild ____x.png"; filename*=UTF-8''kartbild%20%C3%A5%22%0D%0Ax.png`,
  )
})

test('a displayed file runs no scripts; a film plays, and a document is shown', () => {
  for (const type of ['image/svg+xml', 'image/png', 'text/html', 'application/zip'])
    expect(contentSecurityPolicy(type), type).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  for (const type of ['video/mp4', 'audio/mpeg'])
    expect(contentSecurityPolicy(type), type).toBe("default-src 'none'; style-src 'unsafe-inline'; media-src 'self'")
  expect(contentSecurityPolicy('application/pdf')).toBe("default-src 'none'; style-src 'unsafe-inline'")
})
