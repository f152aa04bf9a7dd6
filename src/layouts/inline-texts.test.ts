import { expect, test } from 'vitest'
import { textsOf } from '#locales/translate.ts'
import { serializeTexts } from './inline-texts.ts'

test('texts in a script element end nothing, hold Latin-1 alone and say the same', () => {
  const json = serializeTexts('sv', ['common', 'events'])
  expect(json).toMatch(/^[^<\u0100-\uffff]*$/)
  expect(JSON.parse(json)).toEqual({ sv: { common: textsOf('sv', 'common'), events: textsOf('sv', 'events') } })
  expect(JSON.stringify(textsOf('sv', 'common'))).toMatch(/[\u0100-\uffff]/)
})
