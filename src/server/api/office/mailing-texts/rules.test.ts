import { expect, test } from 'vitest'
import { audienceKinds } from '#api/office/mailings/rules.ts'
import { textsOf } from '#locales/translate.ts'
import { isSuitable, listSuitableTemplates, toMailingWording } from './rules.ts'

test('a template of the portal becomes a text of a mailing, with the placeholders of the audience', () => {
  const template = { subject: 'Snart dags: {{title}}', text: 'Hej {{name}}! {{title}}: {{when}}. {{link}}{{nextStep}}' }
  expect(toMailingWording(template, { kind: 'occasion', language: 'sv', link: 'https://portal' })).toEqual({
    subject: 'Snart dags: {{tillfälle}}',
    text: 'Hej {{förnamn}}! {{tillfälle}}: {{datum}}, {{plats}}. https://portal',
  })
  expect(toMailingWording(template, { kind: 'education', language: 'en', link: 'https://portal' }).text).toBe(
    'Hej {{firstname}}! {{course}}: …. https://portal',
  )
})

test.each(['sv', 'en'])('each template that is offered exists and suits its audience, in %s', (language) => {
  const texts = textsOf(language, 'mails') ?? {}
  for (const kind of audienceKinds)
    for (const name of listSuitableTemplates(kind)) {
      const template = { subject: texts[`${name}.subject`] ?? '', text: texts[`${name}.text`] ?? '' }
      expect(template.text, name).not.toBe('')
      expect(isSuitable(toMailingWording(template, { kind, language, link: '/' }), kind), name).toBe(true)
    }
})

test('a text with a placeholder of another audience does not suit', () => {
  expect(isSuitable({ subject: 'Hej', text: '{{licens}}' }, 'occasion')).toBe(false)
  expect(isSuitable({ subject: 'Hej', text: '{{namn}}' }, 'users')).toBe(true)
})
