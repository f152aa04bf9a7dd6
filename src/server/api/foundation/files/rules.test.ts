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

const parameters = (name: string) => contentDisposition(name, false).replace('attachment; ', '').split('; filename*=')

test.each([
  ['kartbild å.png', 'kartbild _.png', 'kartbild%20%C3%A5.png'],
  ['a"b\\c.png', 'a_b_c.png', 'a%22b%5Cc.png'],
  ['a\r\nset-cookie: x=1\u0000\u2028\u2029.png', 'a__set-cookie: x=1___.png', 'a__set-cookie%3A%20x%3D1___.png'],
  ['100%25 klart;.pdf', '100_25 klart;.pdf', '100%2525%20klart%3B.pdf'],
  ["Annas 'prov' (2)*!~.pdf", "Annas 'prov' (2)*!~.pdf", 'Annas%20%27prov%27%20%282%29%2A!~.pdf'],
  ['😀.png', '_.png', '%F0%9F%98%80.png'],
  ['\ud83d.png', '_.png', '%EF%BF%BD.png'],
])('the file name %j is written by RFC 6266 and RFC 8187', (name, plain, extended) => {
  expect(parameters(name)).toEqual([`filename="${plain}"`, `UTF-8''${extended}`])
  expect(new Headers({ 'content-disposition': contentDisposition(name, true) }).get('content-disposition')).toBe(
    `inline; filename="${plain}"; filename*=UTF-8''${extended}`,
  )
})

test('a displayed file runs no scripts; a film plays, and a document is shown', () => {
  for (const type of ['image/svg+xml', 'image/png', 'text/html', 'application/zip'])
    expect(contentSecurityPolicy(type), type).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  for (const type of ['video/mp4', 'audio/mpeg'])
    expect(contentSecurityPolicy(type), type).toBe("default-src 'none'; style-src 'unsafe-inline'; media-src 'self'")
  expect(contentSecurityPolicy('application/pdf')).toBe("default-src 'none'; style-src 'unsafe-inline'")
})
