import { isKeyboardWalk, withoutShift } from './keyboard-walks.ts'

/** Digits and signs that replace letters; `1` and `!` can replace two different ones. */
const leet = { '0': 'o', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't', '+': 't', '8': 'b' }
const spellings: Record<string, string>[] = [
  { ...leet, '1': 'i', '!': 'i' },
  { ...leet, '1': 'l', '!': 'l' },
]

const withoutLeet = (text: string) =>
  spellings.map((letters) => [...text].map((sign) => letters[sign] ?? sign).join(''))

/** Returns the text without leading and trailing digits and signs, unless the rest is less than a third of it. */
function findCore(text: string): string {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return core.length * 3 >= text.length ? core : text
}

/** Returns the shortest text that a text repeats from its first letter to its last; the text itself without repeats. */
const findRepeatedUnit = (text: string) => /^(.+?)\1+$/u.exec(text)?.[1] ?? text

const withCores = (text: string) => [text, findRepeatedUnit(text), findCore(text), findRepeatedUnit(findCore(text))]

/** Minimum length of a form that is looked up. Shorter ones occur in good passwords too. */
export const minFormLength = 4

/**
 * Returns the forms of a password that are looked up: lower case, without surrounding digits and signs, without
 * repetition, and without leet.
 */
function findForms(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase()
  const forms = withCores(plain).flatMap((text) => [text, ...withoutLeet(text).flatMap(withCores)])
  return [...new Set(forms)].filter((form) => form.length >= minFormLength)
}

/** Common words in Swedish or on the portal's subject; lists of breached passwords are mostly in English. */
const ownWords = new Set(
  `lösenord hemligt hemlighet qwertyuiopå asdfghjklöä välkommen jagalskardig jagälskardig inloggning
  sommar sommaren vinter vintern våren hösten vår höst sverige göteborg malmö linköping västerås örebro jönköping
  januari februari mars april maj juni juli augusti september oktober november december
  motorsport bilsport rallycross folkrace gokart karting racing forarlicens förarlicens portalen utbildningsportalen
  fotboll ishockey superadmin`.split(/\s+/),
)

const rows = ['abcdefghijklmnopqrstuvwxyzåäö', '01234567890123456789']

const isRow = (text: string) => rows.some((row) => row.includes(text) || [...row].reverse().join('').includes(text))

/** True when the text only repeats one to four letters. */
const isRepeated = (text: string) => /^(.{1,4})\1+.{0,3}$/u.test(text)

/**
 * Returns whether a password is among those that attackers try first. It is a common or breached one, a part of the
 * alphabet or of the digits in order, a walk over the keyboard, or a repetition of one to four characters.
 *
 * Surrounding digits and signs, repetition, shift and digits for letters do not disguise a common one. `isListed`
 * looks up a text in lower case; a short list of Swedish words comes in addition.
 */
export function isCommon(password: string, isListed: (form: string) => boolean): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (isRow(plain) || isRepeated(plain)) return true
  if ([plain, ...withoutShift(plain)].some((text) => isKeyboardWalk(text) || isListed(text))) return true
  return findForms(password).some((form) => ownWords.has(form) || isListed(form))
}
