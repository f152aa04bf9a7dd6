import { v5 } from 'uuid'
import type { ScormEdition, ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import { toIsoDuration } from './durations.ts'
import { type Answer, parseAnswers } from './interactions.ts'
import { type Outcome, type Score, toOutcome } from './outcome.ts'
import type { RunTimeData } from './run-time-data.ts'

/** A statement of the SCORM page, by ADL's profile of SCORM in xAPI. */
export interface ScormStatement {
  id: string
  actor: ScormLaunch['agent']
  verb: { id: string; display: { en: string } }
  object: { objectType: 'Activity'; id: string; definition: Record<string, unknown> }
  result?: Record<string, unknown>
  context: { registration: string; contextActivities: Record<string, { id: string }[]> }
  timestamp: string
}

/** The unit, attempt and session that statements belong to. */
export interface StatementContext {
  edition: ScormEdition
  launch: ScormLaunch
  /** Each opening of the page is a new session. */
  session: string
}

export type SessionVerb = 'initialized' | 'resumed' | 'suspended' | 'terminated'

const PROFILE = 'https://w3id.org/xapi/scorm'

interface StatementContent {
  verb: string
  /** Values that distinguish it from the unit's other statements in the attempt. */
  apart: readonly unknown[]
  result?: Record<string, unknown>
  about?: { id: string; definition: Record<string, unknown> }
}

/**
 * Builds a statement whose id is a hash of its content. A repeat, also from another session, has the same id and counts
 * once.
 */
function statement(
  { launch }: StatementContext,
  at: Date,
  { verb, apart, result, about }: StatementContent,
): ScormStatement {
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

const withoutNulls = (result: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null))

const scored = (score: Score | null) => (score ? { score } : {})

/**
 * Returns the statements of an outcome, dated `at`: `completed`, then `passed` or `failed`, as far as they are known.
 * SCORM 2004 has two values, 1.2 one.
 */
export function outcomeStatements(telling: StatementContext, data: RunTimeData, at: Date): ScormStatement[] {
  const { completion, success, score }: Outcome = toOutcome(telling.edition, data)
  const result = { ...withoutNulls({ completion, success }), ...scored(score) }
  const say = (verb: string) => statement(telling, at, { verb, apart: [result], result })
  return [
    ...(completion === true ? [say('completed')] : []),
    ...(success === null ? [] : [say(success ? 'passed' : 'failed')]),
  ]
}

function answered(telling: StatementContext, answer: Answer, at: Date): ScormStatement {
  const { id, place, interactionType, description, correctResponses, response, success, raw, duration } = answer
  const { edition, launch, session } = telling
  // SCORM 1.2 numbers interactions from zero in each session; 2004 continues the numbering of the last one.
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
    result: withoutNulls({ response, success, duration, ...(raw === null ? {} : { score: { raw } }) }),
    about: { id: `${launch.activityId}/interactions/${encodeURIComponent(id)}`, definition },
  })
}

/** Returns one statement for each answer in the run-time data, in order, dated `at`. */
export const answerStatements = (telling: StatementContext, data: RunTimeData, at: Date): ScormStatement[] =>
  parseAnswers(telling.edition, data).map((answer) => answered(telling, answer, at))

/** Returns the statement that begins or ends a session; the one that ends it has duration, score and outcome. */
export function sessionStatement(
  telling: StatementContext,
  verb: SessionVerb,
  data: RunTimeData,
  at: Date,
): ScormStatement {
  const { edition, session } = telling
  const isEnd = verb === 'suspended' || verb === 'terminated'
  const { completion, success, score } = toOutcome(edition, data)
  const duration = toIsoDuration(edition, data[edition === 'scorm12' ? 'cmi.core.session_time' : 'cmi.session_time'])
  const result = isEnd ? { ...withoutNulls({ completion, success, duration }), ...scored(score) } : {}
  return statement(telling, at, { verb, apart: [session], result })
}
