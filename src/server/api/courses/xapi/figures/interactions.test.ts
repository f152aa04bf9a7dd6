import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnswerTexts, activityName, formatResponse, formatRightAnswer } from './interactions.ts'

const swedish: AnswerTexts = { language: 'sv', yes: 'Sant', no: 'Falskt' }
const part = (id: string, sv: string, en = sv) => ({ id, description: { 'sv-SE': sv, 'en-US': en } })
const choices = [part('a', 'Bromsa', 'Brake'), part('b', 'Gasa', 'Speed up')]

test.each<[string, Record<string, unknown>, string, string]>([
  ['choice', { choices }, 'b', 'Gasa'],
  ['choice', { choices }, 'a[,]b', 'Bromsa; Gasa'],
  ['choice', { choices }, 'c', 'c'],
  ['choice', {}, 'a', 'a'],
  ['sequencing', { choices }, 'b[,]a', 'Gasa → Bromsa'],
  ['true-false', {}, 'true', 'Sant'],
  ['true-false', {}, 'False', 'Falskt'],
  ['true-false', {}, 'kanske', 'kanske'],
  ['likert', { scale: [part('likert_1', 'Ganska bra')] }, 'likert_1', 'Ganska bra'],
  [
    'matching',
    { source: [part('s1', 'Gul'), part('s2', 'Röd')], target: [part('t1', 'Fara'), part('t2', 'Stopp')] },
    's1[.]t1[,]s2[.]t2',
    'Gul: Fara; Röd: Stopp',
  ],
  ['performance', { steps: [part('p1', 'Bälte')] }, 'p1[.]fastsatt[,]p2[.]ok', 'Bälte: fastsatt; p2: ok'],
  ['numeric', {}, '4', '4'],
  ['numeric', {}, '4[:]6', '4–6'],
  ['fill-in', {}, '{case_matters=false}{lang=sv}gul flagga[,]röd', 'gul flagga, röd'],
  ['long-fill-in', {}, 'Jag bromsar.', 'Jag bromsar.'],
  ['other', {}, 'x[,]y', 'x[,]y'],
  ['toString', {}, 'x', 'x'],
])('%s %j answered %s is formatted as %s', (interactionType, more, response, words) => {
  expect(formatResponse(response, { interactionType, ...more }, swedish)).toBe(words)
})

test('prefers the reader’s language', () => {
  const definition = { interactionType: 'choice', choices, correctResponsesPattern: ['a'] }
  expect(formatRightAnswer(definition, { ...swedish, language: 'en' })).toBe('Brake')
  expect(formatRightAnswer(definition, swedish)).toBe('Bromsa')
  expect(activityName('x', { name: { en: 'Flags', 'sv-SE': 'Flaggor' } }, 'sv')).toBe('Flaggor')
})

test('falls back to the description, then to the end of the address', () => {
  expect(activityName('https://x.test/a/fraga-1/', { description: { sv: 'Vad gör du?' } }, 'sv')).toBe('Vad gör du?')
  expect(activityName('https://x.test/a/fraga-1/', undefined, 'sv')).toBe('fraga-1')
  expect(activityName('https://x.test/a#q2', { name: { sv: '' } }, 'sv')).toBe('q2')
})

test('formats every statement of a course older than 1.0', () => {
  const kinds = fc.constantFrom('choice', 'matching', 'performance', 'numeric', 'fill-in', 'likert', 'true-false')
  const definition = fc.tuple(
    kinds,
    fc.dictionary(fc.constantFrom('choices', 'source', 'name', 'scale'), fc.jsonValue()),
  )
  fc.assert(
    fc.property(definition, fc.string(), ([interactionType, more], response) => {
      const interaction = { interactionType, ...more }
      return (
        typeof formatResponse(response, interaction, swedish) === 'string' &&
        typeof activityName('urn:x', interaction, 'sv') === 'string'
      )
    }),
  )
})
