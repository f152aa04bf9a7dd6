import { v5 } from 'uuid'
import type { ScormEdition, ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import { durationOf } from './durations.ts'
import { type Answer, answersIn } from './interactions.ts'
import { type Outcome, outcomeOf, type Score } from './outcome.ts'
import type { RunTimeData } from './run-time-data.ts'

/** What the page tells the record store, by ADL's profile of SCORM in xAPI. */
export interface ScormStatement {
  id: string
  actor: ScormLaunch['agent']
  verb: { id: string; display: { en: string } }
  object: { objectType: 'Activity'; id: string; definition: Record<string, unknown> }
  result?: Record<string, unknown>
  context: { registration: string; contextActivities: Record<string, { id: string }[]> }
  timestamp: string
}

/** Whose telling it is: one unit of one attempt, in one session of it. */
export interface Telling {
  edition: ScormEdition
  launch: ScormLaunch
  /** Each opening of the page is a session of its own. */
  session: string
}

export type SessionVerb = 'initialized' | 'resumed' | 'suspended' | 'terminated'

const PROFILE = 'https://w3id.org/xapi/scorm'

interface Said {
  verb: string
  /** What sets it apart from everything else that the unit tells of the attempt. */
  apart: readonly unknown[]
  result?: Record<string, unknown>
  about?: { id: string; definition: Record<string, unknown> }
}

/**
 * The id follows from what is said, so that saying it again, after a lost answer or in another session, is the same
 * statement and counts once.
 */
function statement({ launch }: Telling, at: Date, { verb, apart, result, about }: Said): ScormStatement {
  const unit = { id: launch.activityId, definition: { type: 'http://adlnet.gov/expapi/activities/lesson' } }
  const course = { id: launch.courseActivityId }
  return {
    id: v5(JSON.stringify([launch.activityId, verb, ...apart]), launch.registration),
    actor: launch.agent,
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}`, display: { en: verb } },
    object: {
      objectType: 'Activity',
      ...(about ?? { ...unit, definition: { ...unit.definition, name: { und: launch.title } } }),
    },
    ...(result && Object.keys(result).length > 0 ? { result } : {}),
    context: {
      registration: launch.registration,
      contextActivities: {
        category: [{ id: PROFILE }],
        ...(about ? { parent: [{ id: launch.activityId }] } : {}),
        ...(launch.courseActivityId === launch.activityId ? {} : { grouping: [course] }),
      },
    },
    timestamp: at.toISOString(),
  }
}

const known = (result: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null))

const scored = (score: Score | null) => (score ? { score } : {})

/** `completed`, and `passed` or `failed`: two things in SCORM 2004, and one word for both in 1.2. */
export function outcomeStatements(telling: Telling, data: RunTimeData, at: Date): ScormStatement[] {
  const { completion, success, score }: Outcome = outcomeOf(telling.edition, data)
  const result = { ...known({ completion, success }), ...scored(score) }
  const say = (verb: string) => statement(telling, at, { verb, apart: [result], result })
  return [
    ...(completion === true ? [say('completed')] : []),
    ...(success === null ? [] : [say(success ? 'passed' : 'failed')]),
  ]
}

function answered(telling: Telling, answer: Answer, at: Date): ScormStatement {
  const { id, place, interactionType, description, correctResponses, response, success, raw, duration } = answer
  const { edition, launch, session } = telling
  // 1.2 begins to count anew in each session; 2004 goes on where the last one ended.
  const sitting = edition === 'scorm12' ? [session] : []
  const definition = {
    type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
    name: { und: description ?? id },
    ...(description ? { description: { und: description } } : {}),
    ...(interactionType
      ? { interactionType, ...(correctResponses.length > 0 ? { correctResponsesPattern: correctResponses } : {}) }
      : {}),
  }
  return statement(telling, at, {
    verb: 'answered',
    apart: [...sitting, place, id, response, success, raw],
    result: known({ response, success, duration, ...(raw === null ? {} : { score: { raw } }) }),
    about: { id: `${launch.activityId}/interactions/${encodeURIComponent(id)}`, definition },
  })
}

export const answerStatements = (telling: Telling, data: RunTimeData, at: Date): ScormStatement[] =>
  answersIn(telling.edition, data).map((answer) => answered(telling, answer, at))

/** How a session began or ended; its end tells how long it was, and how things stand. */
export function sessionStatement(telling: Telling, verb: SessionVerb, data: RunTimeData, at: Date): ScormStatement {
  const { edition, session } = telling
  const isEnd = verb === 'suspended' || verb === 'terminated'
  const { completion, success, score } = outcomeOf(edition, data)
  const duration = durationOf(edition, data[edition === 'scorm12' ? 'cmi.core.session_time' : 'cmi.session_time'])
  const result = isEnd ? { ...known({ completion, success, duration }), ...scored(score) } : {}
  return statement(telling, at, { verb, apart: [session], result })
}
