import { expect, test } from 'vitest'
import { mayChangeMedium } from './access.ts'
import { detectMediumType } from './rules.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['karta.PNG', '\x89PNG\r\n\x1a\nrest', 'image/png'],
  ['regler.pdf', '%PDF-1.7', 'application/pdf'],
  ['plan.docx', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['gammal.doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/msword'],
  ['film.mp4', '\0\0\0\x18ftypmp42', 'video/mp4'],
  ['ljud.mp3', 'ID3\x04', 'audio/mpeg'],
  ['ljud.mp3', '\xff\xfb\x90', 'audio/mpeg'],
  ['regler.pdf', '<html><script>', null],
  ['bild.png', '<svg onload="x()">', null],
  ['bild.svg', '<svg/>', null],
  ['sida.html', 'PK\x03\x04', null],
  ['constructor', '', null],
  ['x.constructor', '', null],
])('a file %s that begins with %j has the type %s', (name, content, type) => {
  expect(detectMediumType(name, bytes(content))).toBe(type)
})

test('a medium is changed by its uploader and by a superadministrator', () => {
  const medium = { uploadedByUserId: 1 }
  expect(mayChangeMedium({ id: 1, roles: { Educator: {} } }, medium)).toBe(true)
  expect(mayChangeMedium({ id: 2, roles: { Educator: {} } }, medium)).toBe(false)
  expect(mayChangeMedium({ id: 2, roles: { Administrator: {} } }, medium)).toBe(false)
  expect(mayChangeMedium({ id: 2, roles: { SuperAdministrator: {} } }, medium)).toBe(true)
})
