import i18next from 'i18next'
import { expect, test } from 'vitest'
import { namespaces, textsOf, translator } from './translate.ts'

const languages = ['sv', 'en'] as const

const bundles = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(namespaces.map((namespace) => [namespace, textsOf(language, namespace) ?? {}])),
  ]),
)

const library = i18next.createInstance()
await library.init({
  resources: bundles,
  fallbackLng: 'sv',
  keySeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
})

const namesIn = (text: string) => [...text.matchAll(/\{\{\s*(\w+)(, number)?\s*\}\}/g)]

const valuesFor = (text: string, count: number) => ({
  ...Object.fromEntries(
    namesIn(text).map(([, name = '', isNumber], at) => [name, isNumber ? 12_345 : [`<${name}>`, null, 7][at % 3]]),
  ),
  count,
})

test.each(languages)(
  'in %s a text reads as i18next itself reads it, the first time and when it is remembered',
  (language) => {
    for (const namespace of namespaces) {
      const t = translator(language, namespace)
      for (const [key, text] of Object.entries(textsOf('sv', namespace) ?? {})) {
        const asked = key.replace(/_(zero|one|other)$/, '')
        for (const count of [1, 0, 2, 100_000, 1, 0]) {
          const values = valuesFor(text, count)
          const wanted = library.t(asked, { ...values, lng: language, ns: [namespace, 'common'] })
          expect(t(asked, values), `${namespace}:${asked}`).toBe(wanted)
        }
      }
    }
  },
)

test('what is filled in is never filled again, and a key that nobody knows is shown as it is', () => {
  const t = translator('sv', 'profile')
  expect(t('partsDone', { done: '{{total}}', total: '$&' })).toContain('{{total}}')
  expect(t('no-such-key', { name: 'x' })).toBe('no-such-key')
  expect(t('no-such-key', { defaultValue: 'nothing', count: 2 })).toBe('nothing')
})

test('one text of several is chosen by its context, and each is remembered for itself', () => {
  const t = translator('sv', 'notices')
  const said = (context: string) => t('submissionReviewed', { title: 'Banplan', context })
  expect(said('approved')).toBe('Din inlämning i Banplan är godkänd.')
  expect(said('rejected')).not.toBe(said('approved'))
  expect(said('approved')).toBe('Din inlämning i Banplan är godkänd.')
})

test('a count is written as the reader writes numbers', () => {
  expect(translator('sv', 'users')('count', { count: 100_000 })).toBe('100\u00a0000 personer')
  expect(translator('en', 'users')('count', { count: 100_000 })).toBe('100,000 people')
})
