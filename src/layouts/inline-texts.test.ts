import { expect, test } from 'vitest'
import { textsOf } from '#locales/translate.ts'
import { serializeTexts } from './inline-texts.ts'

test('texts in a script element cannot close it, contain Latin-1 only and parse to the same texts', () => {
  const json = serializeTexts('sv', ['common', 'events'])
  expect(json).toMatch(/^[^<\u0100-\uffff]*$/)
  expect(JSON.parse(json)).toEqual({ sv: { common: textsOf('sv', 'common'), events: textsOf('sv', 'events') } })
  expect(JSON.stringify(textsOf('sv', 'common'))).toMatch(/[\u0100-\uffff]/)
})
