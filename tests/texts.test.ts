import { describe, expect, test } from 'vitest'
import { refusalStatuses } from '#api/refusal-statuses.ts'

describe('texts', () => {
  const files = import.meta.glob<Record<string, string>>('../locales/{sv,en}/*.json', {
    eager: true,
    import: 'default',
  })
  const namespaces = (language: string) =>
    Object.fromEntries(
      Object.entries(files)
        .filter(([path]) => path.includes(`/${language}/`))
        .map(([path, texts]) => [path.replace(/.*\/|\.json$/g, ''), texts]),
    )
  const [swedish, english] = [namespaces('sv'), namespaces('en')]

  test('Swedish and English have the same namespaces and keys', () => {
    expect(Object.keys(english).sort()).toEqual(Object.keys(swedish).sort())
    for (const [name, texts] of Object.entries(swedish))
      expect(Object.keys(english[name] ?? {}).sort(), `locales/en/${name}.json`).toEqual(Object.keys(texts).sort())
  })

  test('every refusal gives a reason in both languages', () => {
    for (const [language, texts] of [
      ['sv', swedish],
      ['en', english],
    ] as const)
      expect(
        Object.keys(refusalStatuses).filter((code) => !texts['refusals']?.[code]),
        `locales/${language}/refusals.json`,
      ).toEqual([])
  })

  test('no text is empty and none holds the placeholder of another', () => {
    const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()
    for (const [name, texts] of Object.entries(swedish))
      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim(), `${name}:${key}`).not.toBe('')
        expect(placeholders(english[name]?.[key] ?? ''), `${name}:${key}`).toEqual(placeholders(text))
      }
  })
})
