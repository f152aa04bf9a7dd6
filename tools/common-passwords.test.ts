import { expect, test } from 'vitest'
import { isCommon } from '../src/server/api/people/authentication/passwords/common-forms.ts'
import { falsePositives, listCommonPasswords, toFilter } from './common-passwords.ts'

const listed = listCommonPasswords()
const filter = toFilter(listed)
const isListed = (form: string) => filter.test(form)

/** Returns a generator of the same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const alphabet = 'abcdefghijkmnopqrstuvwxyz23456789-. '
const randomPasswords = (count: number, length: number) => {
  const next = numbers(7)
  return Array.from({ length: count }, () => Array.from({ length }, () => alphabet[next(alphabet.length)]).join(''))
}

test('the list holds the hundred thousand most common passwords and those of the million that are long enough', () => {
  expect(listed.size).toBeGreaterThan(200_000)
  for (const text of ['123456', 'password', 'liverpool', 'trustno1', 'q1w2e3r4t5', '1q2w3e4r5t6y', '!qaz2wsx#edc'])
    expect(listed.has(text), text).toBe(true)
})

test('the filter knows all of them', () => {
  expect([...listed].filter((text) => !filter.test(text))).toEqual([])
})

test('the filter takes fewer than two texts in 10,000 for one of them that are not', () => {
  const strange = randomPasswords(200_000, 14).filter((text) => !listed.has(text))
  const wrong = strange.filter(isListed).length
  expect(wrong / strange.length).toBeLessThan(2 * falsePositives)
})

test('of random passwords fewer than one in 500 is refused, whatever forms it is looked up in', () => {
  const wrong = randomPasswords(20_000, 12).filter((text) => isCommon(text, isListed))
  expect(wrong.length).toBeLessThan(40)
})

test.each([
  ...['q1w2e3r4t5', '1q2w3e4r5t6y', 'P@ssw0rd123', 'michael123', 'liverpool1', 'trustno1trustno1', '!QAZ2wsx#EDC'],
  ...['Sommaren2026!', 'losenord12345', 'FootballFootball', 'dr4g0nDragon', 'M0nkey!!!!!', 'sunshine-2027'],
])('the password %s is refused', (password) => {
  expect(isCommon(password, isListed)).toBe(true)
})

test.each([
  ...['Utbildning-2026', 'korrekt häst batteri', 'x9!Kf-2qLm', 'blåbärspaj med grädde', '🏎️ snabb i kurvan'],
  ...['tre gröna krukor', 'vem tog min hjälm?', 'Kx7-92mq-Lw3t', 'hjul bromsar sväng'],
])('the password %s is good enough', (password) => {
  expect(isCommon(password, isListed)).toBe(false)
})
