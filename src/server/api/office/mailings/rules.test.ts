import { expect, test } from 'vitest'
import { fillPlaceholders, formatPlaceholder, hasValidPlaceholders, listPlaceholders, placeholders } from './rules.ts'

test('placeholders are filled in both languages, with spaces and capitals', () => {
  const values = { firstName: 'Åsa', license: 'Banläkare' }
  expect(fillPlaceholders('Hej {{förnamn}}, {{ Firstname }}! {{licens}}', values)).toBe('Hej Åsa, Åsa! Banläkare')
})

test('a name that looks like a placeholder or markup is text', () => {
  const values = { firstName: '{{namn}}', name: '<b>Bo</b> $& $1' }
  expect(fillPlaceholders('{{förnamn}} {{namn}}', values)).toBe('{{namn}} <b>Bo</b> $& $1')
})

test.each(['{{okänd}}', 'Hej {{förnamn', 'namn}}', '{{licens}}', '{{}}'])('refuses %s to participants', (text) => {
  expect(hasValidPlaceholders(text, 'occasion')).toBe(false)
})

test('each placeholder of a kind is accepted as its button writes it', () => {
  for (const language of ['sv', 'en'])
    for (const kind of ['occasion', 'users', 'licenseHolders', 'clubAdministrators'] as const) {
      const text = listPlaceholders(kind)
        .map((placeholder) => formatPlaceholder(placeholder, language))
        .join(' ')
      expect(hasValidPlaceholders(text, kind)).toBe(true)
    }
  expect(placeholders).toHaveLength(9)
})
