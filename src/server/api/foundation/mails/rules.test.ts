import { describe, expect, test } from 'vitest'
import { textsOf, translator } from '#locales/translate.ts'
import { fillSamples, mailLanguages, mailTopic, mailTopics, parseTemplates, toTemplateKey } from './rules.ts'

const texts = textsOf('sv', 'mails') ?? {}
const names = [...new Set(parseTemplates(texts).map(({ name }) => name))]

describe('a mail can be declined', () => {
  test('when the portal shows the same notice', () => {
    expect(mailTopic('commentWritten')).toBe('comments')
    expect(mailTopic('licenseExpiring')).toBe('licenses')
  })
  test.each(['passwordReset', 'emailChanged', 'signUpRefused', 'occasionCanceled', 'licenseRevoked', 'fromOrganizer'])(
    'but %s must be sent, as must an unclassified one',
    (name) => {
      expect(names).toContain(name)
      expect(mailTopic(name)).toBeNull()
      expect(mailTopic(`${name}Tomorrow`)).toBeNull()
      expect(mailTopic('toString')).toBeNull()
    },
  )
  test('by topics, each of which has a mail and a text', () => {
    // A mailing names its topic itself: only some audiences may decline it.
    const found = new Set([...names.flatMap((name) => mailTopic(name) ?? []), 'mailings'])
    expect(found).toEqual(new Set(mailTopics))
    for (const language of ['sv', 'en'])
      for (const topic of mailTopics) expect(translator(language, 'mails')(`topic.${topic}`)).not.toContain('topic.')
  })
})

test('templates are the texts that have a subject, with their variants', () => {
  const found = parseTemplates({
    'a.subject': '',
    'a.subject_late': '',
    'a.text': '',
    'test.subject': '',
    'sample.subject': '',
    signature: '',
  })
  expect(found).toEqual([
    { name: 'a', variant: null },
    { name: 'a', variant: 'late' },
  ])
  expect(names.length).toBeGreaterThan(20)
})

test('a sample leaves no placeholder behind', () => {
  expect(
    fillSamples('Hej {{name}}, {{ title }} och {{okänt}} {{x}} {{constructor}}', { name: 'Anna', title: 'Kurs' }),
  ).toBe('Hej Anna, Kurs och {{okänt}} [x] [constructor]')
})

test.each(mailLanguages)(
  'every template has a description and an occasion in %s, and nothing else is a template',
  (language) => {
    const described = textsOf(language, 'mails') ?? {}
    const keys = parseTemplates(texts).map(toTemplateKey)
    expect(keys).not.toContain('edit')
    for (const beginning of ['title.', 'when.']) {
      const found = Object.keys(described).filter((key) => key.startsWith(beginning))
      expect(found.map((key) => key.slice(beginning.length)).sort()).toEqual([...keys].sort())
    }
  },
)
