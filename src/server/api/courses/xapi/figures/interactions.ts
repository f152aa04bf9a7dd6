import { inOneLanguage } from '../statement-format.ts'
import { isJson, type Json } from '../statement-rules/check.ts'

/** What the reader's language calls the two answers of a true-or-false question. */
export interface Wording {
  language: string
  yes: string
  no: string
}

/** What parts the answers of one response, and the two halves of one answer (xAPI 1.0.3, part two, appendix C). */
const [between, within, span] = ['[,]', '[.]', '[:]']

const textIn = (map: unknown, language: string): string | null => {
  if (!isJson(map)) return null
  const told = Object.fromEntries(Object.entries(map).filter(([, text]) => typeof text === 'string' && text !== ''))
  // Texts alone are left.
  return Object.values(inOneLanguage(told as Record<string, string>, [language, 'sv', 'en']))[0] ?? null
}

/** The end of an address that nobody gave a name. */
const ending = (activityId: string) =>
  activityId
    .replace(/[/#]+$/, '')
    .split(/[/#]/)
    .at(-1) ?? activityId

/** What an activity is called; a question without a name by what it asks. */
export const nameOf = (activityId: string, definition: Json | undefined, language: string): string =>
  textIn(definition?.['name'], language) ?? textIn(definition?.['description'], language) ?? ending(activityId)

/** The words of the parts that a definition lists, by their ids. */
function wordsOf(definition: Json, list: string, language: string): Map<string, string> {
  const told = definition[list]
  return new Map(
    (Array.isArray(told) ? told.filter(isJson) : []).flatMap(({ id, description }) => {
      const words = textIn(description, language)
      return typeof id === 'string' && words !== null ? [[id, words] as const] : []
    }),
  )
}

type Reading = (response: string, definition: Json, wording: Wording) => string

const listed =
  (list: string, joint: string): Reading =>
  (response, definition, { language }) => {
    const words = wordsOf(definition, list, language)
    return response
      .split(between)
      .map((id) => words.get(id) ?? id)
      .join(joint)
  }

const paired =
  (first: string, second: string): Reading =>
  (response, definition, { language }) => {
    const [left, right] = [wordsOf(definition, first, language), wordsOf(definition, second, language)]
    return response
      .split(between)
      .map((pair) => {
        const [one = '', other] = pair.split(within)
        return other === undefined ? (left.get(one) ?? one) : `${left.get(one) ?? one}: ${right.get(other) ?? other}`
      })
      .join('; ')
  }

/** What a pattern says of how it is compared is nobody's answer. */
const written: Reading = (response) =>
  response
    .replace(/^(?:\{(?:lang|case_matters|order_matters)=[^}]*\})+/, '')
    .split(between)
    .join(', ')

const readings: Record<string, Reading> = {
  choice: listed('choices', '; '),
  sequencing: listed('choices', ' → '),
  likert: listed('scale', '; '),
  matching: paired('source', 'target'),
  performance: paired('steps', 'steps'),
  'true-false': (response, _, { yes, no }) =>
    /^(?:true|t|1)$/i.test(response) ? yes : /^(?:false|f|0)$/i.test(response) ? no : response,
  numeric: (response) => {
    const [least = '', most] = response.split(span)
    return most === undefined || least === most ? least : `${least}–${most}`
  },
  'fill-in': written,
  'long-fill-in': written,
}

/** A response as a person would say it: ids by their descriptions, as far as the course told them. */
export function inWords(response: string, definition: Json | undefined, wording: Wording): string {
  const kind = definition?.['interactionType']
  const reading = typeof kind === 'string' && Object.hasOwn(readings, kind) ? readings[kind] : undefined
  return (reading && definition ? reading(response, definition, wording) : response).trim()
}

/** The first of the right answers that the course told of. */
export function rightInWords(definition: Json | undefined, wording: Wording): string | null {
  const patterns = definition?.['correctResponsesPattern']
  const first: unknown = Array.isArray(patterns) ? patterns[0] : null
  return typeof first === 'string' && first !== '' ? inWords(first, definition, wording) : null
}
