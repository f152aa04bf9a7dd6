import { isKeyboardWalk, unshifted } from './keyboard-walks.ts'

/** Signs that stand for letters; `1` and `!` stand for two of them. */
const leet = { '0': 'o', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't', '+': 't', '8': 'b' }
const spellings: Record<string, string>[] = [
  { ...leet, '1': 'i', '!': 'i' },
  { ...leet, '1': 'l', '!': 'l' },
]

const spelt = (text: string) => spellings.map((letters) => [...text].map((sign) => letters[sign] ?? sign).join(''))

/** The text without digits and signs around it, unless they are most of it. */
function coreOf(text: string): string {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return core.length * 3 >= text.length ? core : text
}

/** Returns the shortest text that a text repeats from its first letter to its last; the text itself when it repeats nothing. */
const unitOf = (text: string) => /^(.+?)\1+$/u.exec(text)?.[1] ?? text

const withCores = (text: string) => [text, unitOf(text), coreOf(text), unitOf(coreOf(text))]

/** Shorter ones say nothing: too much of a good password is left out of them. */
export const shortestForm = 4

/** The texts that a password is looked up as: in small letters, without digits and signs around it, once, without leet. */
function formsOf(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase()
  const forms = withCores(plain).flatMap((text) => [text, ...spelt(text).flatMap(withCores)])
  return [...new Set(forms)].filter((form) => form.length >= shortestForm)
}

/** Said in Swedish, or of this portal's subject; lists of breached passwords are mostly in English. */
const ownWords = new Set(
  `lösenord hemligt hemlighet qwertyuiopå asdfghjklöä välkommen jagalskardig jagälskardig inloggning
  sommar sommaren vinter vintern våren hösten vår höst sverige göteborg malmö linköping västerås örebro jönköping
  januari februari mars april maj juni juli augusti september oktober november december
  motorsport bilsport rallycross folkrace gokart karting racing forarlicens förarlicens portalen utbildningsportalen
  fotboll ishockey superadmin`.split(/\s+/),
)

const rows = ['abcdefghijklmnopqrstuvwxyzåäö', '01234567890123456789']

const isRow = (text: string) => rows.some((row) => row.includes(text) || [...row].reverse().join('').includes(text))

/** A few letters over and over, whatever they are. */
const isRepeated = (text: string) => /^(.{1,4})\1+.{0,3}$/u.test(text)

/** Whether a password is among those that are tried first; `isListed` knows the most common and breached ones. */
export function isCommon(password: string, isListed: (form: string) => boolean): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (isRow(plain) || isRepeated(plain)) return true
  if ([plain, ...unshifted(plain)].some((text) => isKeyboardWalk(text) || isListed(text))) return true
  return formsOf(password).some((form) => ownWords.has(form) || isListed(form))
}
