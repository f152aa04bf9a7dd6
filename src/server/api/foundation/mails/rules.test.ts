import { describe, expect, test } from 'vitest'
import { textsOf, translator } from '#locales/translate.ts'
import { mailTopics, sampled, templatesIn, topicOf } from './rules.ts'

const texts = textsOf('sv', 'mails') ?? {}
const names = [...new Set(templatesIn(texts).map(({ name }) => name))]

describe('a mail can be declined', () => {
  test('when it only tells what the portal tells too', () => {
    expect(topicOf('commentWritten')).toBe('comments')
    expect(topicOf('licenseExpiring')).toBe('licenses')
  })
  test.each(['passwordReset', 'emailChanged', 'signUpRefused', 'occasionCanceled', 'licenseRevoked', 'fromOrganizer'])(
    'but %s must be sent, as must what nobody has judged',
    (name) => {
      expect(names).toContain(name)
      expect(topicOf(name)).toBeNull()
      expect(topicOf(`${name}Tomorrow`)).toBeNull()
      expect(topicOf('toString')).toBeNull()
    },
  )
  test('by topics that each have a mail and a text', () => {
    expect(new Set(names.flatMap((name) => topicOf(name) ?? []))).toEqual(new Set(mailTopics))
    for (const language of ['sv', 'en'])
      for (const topic of mailTopics) expect(translator(language, 'mails')(`topic.${topic}`)).not.toContain('topic.')
  })
})

test('templates are the texts that have a subject, with their variants', () => {
  const found = templatesIn({
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
  expect(sampled('Hej {{name}}, {{ title }} och {{okänt}} {{x}}', { name: 'Anna', title: 'Kurs' })).toBe(
    'Hej Anna, Kurs och {{okänt}} [x]',
  )
})
