import { expect, test } from 'vitest'
import { actorName, objectName, scoreText } from './statement-words.ts'

test('whoever told something is called by what is known of them', () => {
  expect(actorName({ name: 'Anna', mbox: 'mailto:a@x.test' })).toBe('Anna')
  expect(actorName({ name: ' ', mbox: 'mailto:a@x.test' })).toBe('a@x.test')
  expect(actorName({ account: { homePage: 'https://x.test', name: '17' } })).toBe('17')
  expect(actorName({ openid: 'https://id.test/x' })).toBe('https://id.test/x')
  expect(actorName({ mbox_sha1sum: 'ab' })).toBe('ab')
  const member = [{ name: 'Anna' }, { mbox: 'mailto:b@x.test' }, {}]
  expect(actorName({ objectType: 'Group', member })).toBe('Anna, b@x.test')
  expect(actorName({ objectType: 'Group', name: 'Lag Röd', member })).toBe('Lag Röd')
  for (const nobody of [null, {}, 'Anna', { member: [] }]) expect(actorName(nobody)).toBeNull()
})

test('what is told about is an activity, somebody, or another statement', () => {
  const activity = { id: 'https://c.test/a/b/', definition: { name: { en: 'Flags', sv: 'Flaggor' } } }
  expect([objectName(activity, 'sv'), objectName(activity, 'en')]).toEqual(['Flaggor', 'Flags'])
  expect(objectName({ id: 'https://c.test/a/b/' }, 'sv')).toBe('b')
  expect(objectName({ objectType: 'Agent', name: 'Handledaren' }, 'sv')).toBe('Handledaren')
  expect(objectName({ objectType: 'SubStatement', object: activity }, 'sv')).toBe('Flaggor')
  expect(objectName({ objectType: 'StatementRef', id: '6f1c' }, 'sv')).toBe('6f1c')
  expect(objectName(undefined, 'sv')).toBeNull()
})

test('a score is a share where the course told one, else its points', () => {
  const percent = (value: number) => `${value} %`
  expect(scoreText({ scaled: 0.404 }, percent)).toBe('40 %')
  expect(scoreText({ raw: 7, min: 0, max: 9 }, percent)).toBe('7/9')
  expect(scoreText({ raw: 7 }, percent)).toBe('7')
  for (const none of [undefined, {}, { max: 9 }]) expect(scoreText(none, percent)).toBeNull()
})
