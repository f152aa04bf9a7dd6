import { ScimError } from './error.ts'

/** A comparison by which a list is narrowed. */
export interface Filter<Name extends string> {
  attribute: Name
  value: string
}

/** Most resources in one answer, whatever is asked for. */
export const maxCount = 100

const filterForm = /^\s*([a-z][\w.:]*)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i

const parseText = (quoted: string): string | null => {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return null
  }
}

/**
 * Parses a filter of the form `attribute eq "value"` for one of the attributes, in any case of letters. Returns the
 * attribute as listed and the value; null without a filter.
 * @throws ScimError 400 `invalidFilter` for every other one.
 */
export function parseFilter<const Name extends string>(
  text: string | null,
  attributes: readonly Name[],
): Filter<Name> | null {
  if (text === null) return null
  const [, name = '', quoted = ''] = filterForm.exec(text.slice(0, 1000)) ?? []
  const attribute = attributes.find((one) => one.toLowerCase() === name.toLowerCase())
  const value = parseText(quoted)
  if (attribute && value !== null) return { attribute, value }
  throw new ScimError(400, `The filter is ${attributes.map((one) => `${one} eq "…"`).join(' or ')}`, 'invalidFilter')
}

export interface Page {
  /** Index of the first resource, from 1. */
  startIndex: number
  count: number
}

const toInteger = (text: string | null, fallback: number) =>
  text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : fallback

/** Parses the page of a list: below 1 it starts at 1, and it has at most 100 resources, also without `count`. */
export const parsePage = (query: URLSearchParams): Page => ({
  startIndex: Math.max(1, toInteger(query.get('startIndex'), 1)),
  count: Math.min(maxCount, Math.max(0, toInteger(query.get('count'), maxCount))),
})
