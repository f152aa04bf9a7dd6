import { isImmutable } from './immutable.ts'

/**
 * Markup of React components by all that went into it. Components are pure functions of what a page gives them, so the same
 * input is the same markup, whoever asks. Only this isolate's memory; the least used goes first.
 */
const charactersKept = 4_000_000

const markups = new Map<string, string>()
let characters = 0

const numbers = new WeakMap<object, number>()
let given = 0

function numberOf(thing: object): number {
  const number = numbers.get(thing) ?? ++given
  numbers.set(thing, number)
  return number
}

class Unwritable extends Error {}

const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value))

function writtenList(list: readonly unknown[]): string {
  let text = '['
  for (const part of list) text += `${written(part)},`
  return `${text}]`
}

function writtenObject(value: object): string {
  if (value instanceof Date) return `@${value.getTime()}`
  if (isImmutable(value)) return `#${numberOf(value)}`
  if (Array.isArray(value)) return writtenList(value)
  if (!isPlain(value)) throw new Unwritable()
  let text = '{'
  for (const [name, part] of Object.entries(value)) text += `${name.length}:${name}${written(part)},`
  return `${text}}`
}

/**
 * Nothing is dropped or blurred: a date is not the text that looks like it, and a function is refused. Before a text and a name stands how
 * long it is, so that whatever it says cannot be taken for something else, and nobody has to look through it.
 */
function written(value: unknown): string {
  if (typeof value === 'string') return `'${value.length}:${value}`
  if (typeof value === 'object' && value !== null) return writtenObject(value)
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') throw new Unwritable()
  return String(value)
}

/** Null when something of it cannot be told by value, as a function cannot. */
export function fingerprintOf(component: object, input: unknown): string | null {
  try {
    return `${numberOf(component)} ${written(input)}`
  } catch (error) {
    if (error instanceof Unwritable) return null
    throw error
  }
}

export function recall(fingerprint: string): string | undefined {
  const markup = markups.get(fingerprint)
  if (markup === undefined) return undefined
  markups.delete(fingerprint)
  markups.set(fingerprint, markup)
  return markup
}

export function keep(fingerprint: string, markup: string): void {
  const size = fingerprint.length + markup.length
  if (size > charactersKept / 8 || markups.has(fingerprint)) return
  markups.set(fingerprint, markup)
  characters += size
  for (const [oldest, text] of markups) {
    if (characters <= charactersKept) break
    markups.delete(oldest)
    characters -= oldest.length + text.length
  }
}
