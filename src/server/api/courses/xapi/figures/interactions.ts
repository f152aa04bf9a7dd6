import { selectLanguage } from '../statement-format.ts'
import { isJson, type Json } from '../statement-rules/check.ts'

/** The two answers of a true-or-false question in the caller's language. */
export interface AnswerTexts {
  language: string
  yes: string
  no: string
}

/** Separators of answers, of the halves of an answer, and in a range (xAPI 1.0.3, part two, appendix C). */
const [answerSeparator, pairSeparator, rangeSeparator] = ['[,]', '[.]', '[:]']

const textIn = (map: unknown, language: string): string | null => {
  if (!isJson(map)) return null
  const texts = Object.fromEntries(Object.entries(map).filter(([, text]) => typeof text === 'string' && text !== ''))
  // Only texts are left, so this cast is safe.
  return Object.values(selectLanguage(texts as Record<string, string>, [language, 'sv', 'en']))[0] ?? null
}

/** Returns the last part of an activity id, the name of an activity without one. */
const ending = (activityId: string) =>
  activityId
    .replace(/[/#]+$/, '')
    .split(/[/#]/)
    .at(-1) ?? activityId

/**
 * Returns the name of an activity, else its description, else the last part of its id. Both texts are in the language,
 * else in Swedish, English or any other. `definition` is undefined for an activity without one.
 */
export const activityName = (activityId: string, definition: Json | undefined, language: string): string =>
  textIn(definition?.['name'], language) ?? textIn(definition?.['description'], language) ?? ending(activityId)

/** Returns the descriptions of the components in a definition, by their ids. */
function wordsOf(definition: Json, list: string, language: string): Map<string, string> {
  const components = definition[list]
  return new Map(
    (Array.isArray(components) ? components.filter(isJson) : []).flatMap(({ id, description }) => {
      const words = textIn(description, language)
      return typeof id === 'string' && words !== null ? [[id, words] as const] : []
    }),
  )
}

type Reading = (response: string, definition: Json, wording: AnswerTexts) => string

const listed =
  (list: string, joint: string): Reading =>
  (response, definition, { language }) => {
    const words = wordsOf(definition, list, language)
    return response
      .split(answerSeparator)
      .map((id) => words.get(id) ?? id)
      .join(joint)
  }

const paired =
  (first: string, second: string): Reading =>
  (response, definition, { language }) => {
    const [left, right] = [wordsOf(definition, first, language), wordsOf(definition, second, language)]
    return response
      .split(answerSeparator)
      .map((pair) => {
        const [one = '', other] = pair.split(pairSeparator)
        return other === undefined ? (left.get(one) ?? one) : `${left.get(one) ?? one}: ${right.get(other) ?? other}`
      })
      .join('; ')
  }

/** Removes the prefixes of a pattern that say how answers are compared. */
const written: Reading = (response) =>
  response
    .replace(/^(?:\{(?:lang|case_matters|order_matters)=[^}]*\})+/, '')
    .split(answerSeparator)
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
    const [least = '', most] = response.split(rangeSeparator)
    return most === undefined || least === most ? least : `${least}–${most}`
  },
  'fill-in': written,
  'long-fill-in': written,
}

/**
 * Formats a response to a question for the caller: component ids of the definition are replaced by their descriptions,
 * true and false by words. A response of an unknown kind of question stays as the course wrote it, trimmed.
 */
export function formatResponse(response: string, definition: Json | undefined, wording: AnswerTexts): string {
  const kind = definition?.['interactionType']
  const reading = typeof kind === 'string' && Object.hasOwn(readings, kind) ? readings[kind] : undefined
  return (reading && definition ? reading(response, definition, wording) : response).trim()
}

/** Formats the first right answer in a definition, as `formatResponse` formats answers; null when it has none. */
export function formatRightAnswer(definition: Json | undefined, wording: AnswerTexts): string | null {
  const patterns = definition?.['correctResponsesPattern']
  const first: unknown = Array.isArray(patterns) ? patterns[0] : null
  return typeof first === 'string' && first !== '' ? formatResponse(first, definition, wording) : null
}
