import { expect, test } from 'vitest'
import { formatActor, formatObject, formatScore } from './statement-texts.ts'

test('names the sender of a statement by the known facts', () => {
  expect(formatActor({ name: 'Anna', mbox: 'mailto:a@x.test' })).toBe('Anna')
  expect(formatActor({ name: ' ', mbox: 'mailto:a@x.test' })).toBe('a@x.test')
  expect(formatActor({ account: { homePage: 'https://x.test', name: '17' } })).toBe('17')
  expect(formatActor({ openid: 'https://id.test/x' })).toBe('https://id.test/x')
  expect(formatActor({ mbox_sha1sum: 'ab' })).toBe('ab')
  const member = [{ name: 'Anna' }, { mbox: 'mailto:b@x.test' }, {}]
  expect(formatActor({ objectType: 'Group', member })).toBe('Anna, b@x.test')
  expect(formatActor({ objectType: 'Group', name: 'Lag Röd', member })).toBe('Lag Röd')
  for (const nobody of [null, {}, 'Anna', { member: [] }]) expect(formatActor(nobody)).toBeNull()
})

test('the object is an activity, a person or another statement', () => {
  const activity = { id: 'https://c.test/a/b/', definition: { name: { en: 'Flags', sv: 'Flaggor' } } }
  expect([formatObject(activity, 'sv'), formatObject(activity, 'en')]).toEqual(['Flaggor', 'Flags'])
  expect(formatObject({ id: 'https://c.test/a/b/' }, 'sv')).toBe('b')
  expect(formatObject({ objectType: 'Agent', name: 'Handledaren' }, 'sv')).toBe('Handledaren')
  expect(formatObject({ objectType: 'SubStatement', object: activity }, 'sv')).toBe('Flaggor')
  expect(formatObject({ objectType: 'StatementRef', id: '6f1c' }, 'sv')).toBe('6f1c')
  expect(formatObject(undefined, 'sv')).toBeNull()
})

test('shows a scaled score as a percentage, otherwise the points', () => {
  const percent = (value: number) => `${value} %`
  expect(formatScore({ scaled: 0.404 }, percent)).toBe('40 %')
  expect(formatScore({ raw: 7, min: 0, max: 9 }, percent)).toBe('7/9')
  expect(formatScore({ raw: 7 }, percent)).toBe('7')
  for (const none of [undefined, {}, { max: 9 }]) expect(formatScore(none, percent)).toBeNull()
})
