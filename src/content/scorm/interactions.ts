import type { ScormEdition } from '#api/courses/xapi/scorm/rules.ts'
import { toIsoDuration } from './durations.ts'
import { parseNumber } from './outcome.ts'
import type { RunTimeData } from './run-time-data.ts'

/** One answer to one question, in terms of xAPI. */
export interface Answer {
  /** Id of the question within the unit. */
  id: string
  /** Index among the interactions; distinguishes two answers to the same question. */
  place: number
  interactionType: string | null
  description: string | null
  correctResponses: string[]
  response: string | null
  success: boolean | null
  /** Set when the result is a number. */
  raw: number | null
  duration: string | null
}

const TYPES = [
  'true-false',
  'choice',
  'fill-in',
  'long-fill-in',
  'matching',
  'performance',
  'sequencing',
  'likert',
  'numeric',
  'other',
]

const listed = (text: string) => text.replace(/^\{(.*)\}$/s, '$1').split(',')

/** Converts the answer format of SCORM 1.2 to that of 2004 and xAPI. */
function pattern12(type: string, text: string): string {
  if (type === 'true-false') return /^[t1]/i.test(text) ? 'true' : /^[f0]/i.test(text) ? 'false' : text
  if (type === 'choice' || type === 'sequencing') return listed(text).join('[,]')
  if (type === 'matching')
    return listed(text)
      .map((pair) => pair.replace('.', '[.]'))
      .join('[,]')
  return text
}

/** Localized texts of SCORM 2004 begin with their language: `{lang=sv}Vad betyder gul flagg?` */
const withoutLanguage = (text: string) => text.replace(/^\{lang=[^}]*\}/, '')

const successIn = (result: string | undefined): boolean | null => {
  if (result === 'correct') return true
  return result === 'wrong' || result === 'incorrect' ? false : null
}

function correctResponses(fields: Map<string, string>, written: (text: string) => string): string[] {
  const patterns = [...fields].filter(([name]) => /^correct_responses\.\d+\.pattern$/.test(name))
  return patterns.map(([, text]) => written(text))
}

function answerFrom(edition: ScormEdition, place: number, fields: Map<string, string>): Answer | null {
  const id = fields.get('id')
  const response = fields.get('learner_response') ?? fields.get('student_response')
  const result = fields.get('result')
  if (!id || (response === undefined && result === undefined)) return null
  const type = fields.get('type') ?? ''
  const written = edition === 'scorm12' ? (text: string) => pattern12(type, text) : (text: string) => text
  const description = fields.get('description')
  return {
    id,
    place,
    interactionType: TYPES.includes(type) ? type : null,
    description: description ? withoutLanguage(description) : null,
    correctResponses: correctResponses(fields, written),
    response: response === undefined ? null : written(response),
    success: successIn(result),
    raw: parseNumber(result),
    duration: toIsoDuration(edition, fields.get('latency')),
  }
}

/** Lists the answers so far, in order, without unanswered questions. */
export function parseAnswers(edition: ScormEdition, data: RunTimeData): Answer[] {
  const places = new Map<number, Map<string, string>>()
  for (const [element, value] of Object.entries(data)) {
    const [, place, field] = /^cmi\.interactions\.(\d+)\.(.+)$/.exec(element) ?? []
    if (!place || !field) continue
    const fields = places.get(Number(place)) ?? new Map<string, string>()
    places.set(Number(place), fields.set(field, value))
  }
  return [...places]
    .toSorted(([a], [b]) => a - b)
    .map(([place, fields]) => answerFrom(edition, place, fields))
    .filter((answer) => answer !== null)
}
