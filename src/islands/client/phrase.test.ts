import { expect, test } from 'vitest'
import { namespaces, textsOf, translator } from '#locales/translate.ts'
import { phrase, type Resources } from './phrase.ts'

const languages = ['sv', 'en'] as const
const resources: Resources = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(namespaces.map((namespace) => [namespace, textsOf(language, namespace) ?? {}])),
  ]),
)

const namesIn = (text: string) => [...text.matchAll(/\{\{\s*(\w+)(, number)?\s*\}\}/g)]

/** Returns values for every placeholder of a text; a count decides the plural form. */
const valuesFor = (text: string, count: number) => ({
  ...Object.fromEntries(namesIn(text).map(([, name = '', isNumber]) => [name, isNumber ? 12_345 : `<${name}>`])),
  count,
})

test.each(languages)('in %s every text of the portal reads as i18next reads it, in each plural form', (language) => {
  for (const namespace of namespaces) {
    for (const [key, text] of Object.entries(textsOf('sv', namespace) ?? {})) {
      const baseKey = key.replace(/_(zero|one|other)$/, '')
      for (const count of [0, 1, 2, 21, 100_000]) {
        const values = valuesFor(text, count)
        expect(phrase(resources, { language, namespace }, baseKey, values), `${namespace}:${baseKey}`).toBe(
          translator(language, namespace)(baseKey, values),
        )
      }
    }
  }
})

test('another namespace, the common one, Swedish and an unknown key are found as i18next finds them', () => {
  const some: Resources = {
    sv: { results: { only: 'Bara svenska' }, common: { save: 'Spara' } },
    en: { results: {}, common: { save: 'Save' } },
  }
  const reader = { language: 'en', namespace: 'results' }
  expect(phrase(some, reader, 'common:save')).toBe('Save')
  expect(phrase(some, reader, 'save')).toBe('Save')
  expect(phrase(some, reader, 'only')).toBe('Bara svenska')
  expect(phrase(some, reader, 'nowhere')).toBe('nowhere')
})
