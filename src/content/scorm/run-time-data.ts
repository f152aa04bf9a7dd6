import type { ScormEdition, ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'

/** The data model as SCORM names it, `cmi.core.lesson_status` and so on; what has no value is not there. */
export type RunTimeData = Readonly<Record<string, string>>

/** Told by the server at every launch, or belonging to one session alone: never kept. */
const OF_THE_LAUNCH = {
  scorm12:
    /^cmi\.(launch_data|comments_from_lms|interactions\.|student_data\.|core\.(student_|credit|entry|lesson_mode|session_time))/,
  scorm2004:
    /^cmi\.(launch_data|learner_(id|name)|comments_from_lms|credit|mode|entry|session_time|max_time_allowed|time_limit_action|scaled_passing_score|completion_threshold)/,
} satisfies Record<ScormEdition, RegExp>

/** What the library holds, without what is empty or is no text. */
export const withoutEmpty = (flattened: Record<string, unknown>): RunTimeData =>
  Object.fromEntries(
    Object.entries(flattened).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )

/** What the next session starts from. */
export const lasting = (edition: ScormEdition, data: RunTimeData): RunTimeData =>
  Object.fromEntries(Object.entries(data).filter(([element]) => !OF_THE_LAUNCH[edition].test(element)))

const exitIn = (edition: ScormEdition, data: RunTimeData) =>
  data[edition === 'scorm12' ? 'cmi.core.exit' : 'cmi.exit'] ?? ''

const statusIn = (edition: ScormEdition, data: RunTimeData) =>
  data[edition === 'scorm12' ? 'cmi.core.lesson_status' : 'cmi.completion_status'] ?? ''

const FINISHED = ['passed', 'failed', 'completed', 'browsed']

/**
 * Resumed is what was suspended, and also what merely was not finished: courses forget to say that they suspend, and are
 * closed without being asked.
 */
export function entryOf(edition: ScormEdition, kept: RunTimeData | null): 'ab-initio' | 'resume' | '' {
  if (!kept) return 'ab-initio'
  const isOver = exitIn(edition, kept) !== 'suspend' && FINISHED.includes(statusIn(edition, kept))
  return isOver ? '' : 'resume'
}

const given = (elements: Record<string, string | number | null>): RunTimeData =>
  withoutEmpty(
    Object.fromEntries(
      Object.entries(elements).map(([element, value]) => [element, value === null ? '' : String(value)]),
    ),
  )

/** What the run-time is filled with before the unit starts: what was kept, and what the server says of this launch. */
export function startingData(edition: ScormEdition, launch: ScormLaunch, kept: RunTimeData | null): RunTimeData {
  const entry = entryOf(edition, kept)
  const { learnerId, learnerName, launchData, masteryScore, maxTime, timeLimitAction, completionThreshold } = launch
  const { 'cmi.core.exit': _in12, 'cmi.exit': _in2004, ...resumed } = kept ?? {}
  if (edition === 'scorm12')
    return {
      ...resumed,
      ...given({
        'cmi.core.student_id': learnerId,
        'cmi.core.student_name': learnerName,
        'cmi.core.credit': 'credit',
        'cmi.core.lesson_mode': 'normal',
        'cmi.core.entry': entry,
        'cmi.launch_data': launchData,
        'cmi.student_data.mastery_score': masteryScore === null ? null : masteryScore * 100,
        'cmi.student_data.max_time_allowed': maxTime,
        'cmi.student_data.time_limit_action': timeLimitAction,
      }),
    }
  const objectives = launch.objectives.map((id, place) => [`cmi.objectives.${place}.id`, id] as const)
  return {
    ...(kept ? resumed : Object.fromEntries(objectives)),
    ...given({
      'cmi.learner_id': learnerId,
      'cmi.learner_name': learnerName,
      'cmi.credit': 'credit',
      'cmi.mode': 'normal',
      'cmi.entry': entry,
      'cmi.launch_data': launchData,
      'cmi.scaled_passing_score': masteryScore,
      'cmi.max_time_allowed': maxTime,
      'cmi.time_limit_action': timeLimitAction,
      'cmi.completion_threshold': completionThreshold,
    }),
  }
}
