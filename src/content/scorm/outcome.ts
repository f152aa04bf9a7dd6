import type { ScormEdition } from '#api/courses/xapi/scorm/rules.ts'
import type { RunTimeData } from './run-time-data.ts'

/** Score for xAPI; a value that contradicts the others is left out. */
export interface Score {
  scaled?: number
  raw?: number
  min?: number
  max?: number
}

/** Result of a session, as far as it is known. */
export interface Outcome {
  completion: boolean | null
  success: boolean | null
  score: Score | null
}

/** Parses a number of the run-time data; null when it is missing, blank or no finite number. */
export function parseNumber(text: string | undefined): number | null {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

interface StatusPair {
  scaled: number | null
  raw: number | null
  min: number | null
  max: number | null
}

function scoreFrom({ scaled, raw, min, max }: StatusPair): Score | null {
  const hasRange = min !== null && max !== null && min < max
  const fits = hasRange && raw !== null && raw >= min && raw <= max
  const worked = scaled ?? (fits ? (raw - min) / (max - min) : null)
  const score = {
    ...(worked !== null && Math.abs(worked) <= 1 ? { scaled: worked } : {}),
    ...(raw === null ? {} : { raw }),
    ...(hasRange && (raw === null || fits) ? { min, max } : {}),
  }
  return Object.keys(score).length > 0 ? score : null
}

/** SCORM 1.2 scores are 0 to 100 unless the content sets other bounds. */
const scoreOf12 = (data: RunTimeData) =>
  scoreFrom({
    scaled: null,
    raw: parseNumber(data['cmi.core.score.raw']),
    ...(parseNumber(data['cmi.core.score.raw']) === null
      ? { min: null, max: null }
      : { min: parseNumber(data['cmi.core.score.min']) ?? 0, max: parseNumber(data['cmi.core.score.max']) ?? 100 }),
  })

const scoreOf2004 = (data: RunTimeData) =>
  scoreFrom({
    scaled: parseNumber(data['cmi.score.scaled']),
    raw: parseNumber(data['cmi.score.raw']),
    min: parseNumber(data['cmi.score.min']),
    max: parseNumber(data['cmi.score.max']),
  })

/**
 * Returns the status of a SCORM 1.2 unit. A mastery score decides together with the content's score, but only after the
 * content is over, since a score grows while questions are answered.
 */
export function toLessonStatus(data: RunTimeData): string {
  const reported = data['cmi.core.lesson_status'] ?? ''
  const mastery = parseNumber(data['cmi.student_data.mastery_score'])
  const raw = parseNumber(data['cmi.core.score.raw'])
  if (!['passed', 'failed', 'completed'].includes(reported) || mastery === null || raw === null) return reported
  return raw >= mastery ? 'passed' : 'failed'
}

function outcomeOf12(data: RunTimeData): Outcome {
  const status = toLessonStatus(data)
  return {
    completion: status === 'passed' || status === 'completed' ? true : null,
    success: status === 'passed' ? true : status === 'failed' ? false : null,
    score: scoreOf12(data),
  }
}

const reaches = (value: number | null, minimum: number | null) =>
  value === null || minimum === null ? null : value >= minimum

const knownAs = (status: string | undefined, yes: string, no: string) =>
  status === yes ? true : status === no ? false : null

function outcomeOf2004(data: RunTimeData): Outcome {
  const byProgress = reaches(parseNumber(data['cmi.progress_measure']), parseNumber(data['cmi.completion_threshold']))
  const byScore = reaches(parseNumber(data['cmi.score.scaled']), parseNumber(data['cmi.scaled_passing_score']))
  const completion = byProgress ?? knownAs(data['cmi.completion_status'], 'completed', 'incomplete')
  const reported = knownAs(data['cmi.success_status'], 'passed', 'failed')
  // A score below the limit is a failure only when the content fails or is over; until then it may grow.
  const success = byScore === false && reported !== false && completion !== true ? null : (byScore ?? reported)
  return { completion: completion || null, success, score: scoreOf2004(data) }
}

/** Returns the outcome of an attempt by the rules of its SCORM edition. */
export const toOutcome = (edition: ScormEdition, data: RunTimeData): Outcome =>
  edition === 'scorm12' ? outcomeOf12(data) : outcomeOf2004(data)
