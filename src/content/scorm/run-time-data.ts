import type { ScormEdition, ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'

/** The data model by SCORM's names, `cmi.core.lesson_status` and so on; elements without a value are absent. */
export type RunTimeData = Readonly<Record<string, string>>

/** Elements that the server sends with each launch or that belong to one session; never stored. */
const OF_THE_LAUNCH = {
  scorm12:
    /^cmi\.(launch_data|comments_from_lms|interactions\.|student_data\.|core\.(student_|credit|entry|lesson_mode|session_time))/,
  scorm2004:
    /^cmi\.(launch_data|learner_(id|name)|comments_from_lms|credit|mode|entry|session_time|max_time_allowed|time_limit_action|scaled_passing_score|completion_threshold)/,
} satisfies Record<ScormEdition, RegExp>

/** Returns the data of the library without empty values and values that are not text. */
export const withoutEmpty = (flattened: Record<string, unknown>): RunTimeData =>
  Object.fromEntries(
    Object.entries(flattened).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )

/** Returns the data that the next session starts from, without the values that each launch sets. */
export const toLastingData = (edition: ScormEdition, data: RunTimeData): RunTimeData =>
  Object.fromEntries(Object.entries(data).filter(([element]) => !OF_THE_LAUNCH[edition].test(element)))

const exitIn = (edition: ScormEdition, data: RunTimeData) =>
  data[edition === 'scorm12' ? 'cmi.core.exit' : 'cmi.exit'] ?? ''

const statusIn = (edition: ScormEdition, data: RunTimeData) =>
  data[edition === 'scorm12' ? 'cmi.core.lesson_status' : 'cmi.completion_status'] ?? ''

const FINISHED = ['passed', 'failed', 'completed', 'browsed']

/**
 * Returns `ab-initio` without stored data, `resume` after a suspended or merely unfinished session, and an empty text
 * after a finished one. Courses often close without suspending.
 */
export function toEntry(edition: ScormEdition, previousData: RunTimeData | null): 'ab-initio' | 'resume' | '' {
  if (!previousData) return 'ab-initio'
  const isOver = exitIn(edition, previousData) !== 'suspend' && FINISHED.includes(statusIn(edition, previousData))
  return isOver ? '' : 'resume'
}

const toRunTimeData = (elements: Record<string, string | number | null>): RunTimeData =>
  withoutEmpty(
    Object.fromEntries(
      Object.entries(elements).map(([element, value]) => [element, value === null ? '' : String(value)]),
    ),
  )

/**
 * Returns the data that the run-time starts with: the stored data and the data of this launch. A mastery score is from
 * 0 to 1 in the launch, and from 0 to 100 in SCORM 1.2.
 */
export function toStartingData(
  edition: ScormEdition,
  launch: ScormLaunch,
  previousData: RunTimeData | null,
): RunTimeData {
  const entry = toEntry(edition, previousData)
  const { learnerId, learnerName, launchData, masteryScore, maxTime, timeLimitAction, completionThreshold } = launch
  const { 'cmi.core.exit': _in12, 'cmi.exit': _in2004, ...resumed } = previousData ?? {}
  if (edition === 'scorm12')
    return {
      ...resumed,
      ...toRunTimeData({
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
    ...(previousData ? resumed : Object.fromEntries(objectives)),
    ...toRunTimeData({
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
