import type { ScormEdition, ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import { addGlobalObjectives, type GlobalObjectives, listChangedGlobals } from './global-objectives.ts'
import type { Outbox } from './outbox.ts'
import { toLessonStatus } from './outcome.ts'
import type { StoredState } from './record-store.ts'
import { type RunTimeData, toEntry, toLastingData, toStartingData, withoutEmpty } from './run-time-data.ts'
import {
  answerStatements,
  outcomeStatements,
  type SessionVerb,
  type StatementContext,
  sessionStatement,
} from './statements.ts'

/** The part that the page needs of the two run-times of scorm-again. */
export interface RunTime {
  loadFromFlattenedJSON: (data: Record<string, unknown>) => void
  getFlattenedCMI: () => Record<string, unknown>
  on: (event: string, listener: () => void) => void
  isInitialized: () => boolean
  isTerminated: () => boolean
  cmi: { getCurrentTotalTime: () => string }
}

const EVENTS = {
  scorm12: { began: 'LMSInitialize', set: 'LMSSetValue.*', committed: 'LMSCommit', ended: 'LMSFinish' },
  scorm2004: { began: 'Initialize', set: 'SetValue.*', committed: 'Commit', ended: 'Terminate' },
} as const satisfies Record<ScormEdition, Record<string, string>>

/**
 * Milliseconds without a change after which data is stored without a commit from the content: content sets several
 * values in a row.
 */
const QUIET_MILLISECONDS = 1000

interface SessionOptions {
  edition: ScormEdition
  launch: ScormLaunch
  runTime: RunTime
  outbox: Outbox
  storedState: StoredState | null
  /** Objectives that other units have shared. */
  shared?: GlobalObjectives
  session: string
  now: () => Date
  later: (work: () => void, milliseconds: number) => void
}

/**
 * Creates one session of a unit: loads the stored data into the run-time, and passes on its changes to the outbox as
 * statements and as the state for the next session. `leave` is called when the page closes.
 */
export function unitSession({
  edition,
  launch,
  runTime,
  outbox,
  storedState,
  shared,
  session,
  now,
  later,
}: SessionOptions) {
  const telling: StatementContext = { edition, launch, session }
  const totalTime = edition === 'scorm12' ? 'cmi.core.total_time' : 'cmi.total_time'
  let revision = storedState?.revision ?? 0
  let knownObjectives = shared ?? {}
  let isOver = false
  let changes = 0
  let last = ''

  const dataNow = (): RunTimeData => {
    const data = withoutEmpty(runTime.getFlattenedCMI())
    return edition === 'scorm12' && data['cmi.core.lesson_status']
      ? { ...data, 'cmi.core.lesson_status': toLessonStatus(data) }
      : data
  }

  function keep(data: RunTimeData): void {
    const next = { ...toLastingData(edition, data), [totalTime]: runTime.cmi.getCurrentTotalTime() }
    const written = JSON.stringify(next)
    if (written === last) return
    last = written
    revision += 1
    outbox.keep({ revision, data: next })
  }

  /** Queues everything that changed since the last call. */
  function bring(): RunTimeData {
    const data = dataNow()
    outbox.tell([...answerStatements(telling, data, now()), ...outcomeStatements(telling, data, now())])
    const news = listChangedGlobals(launch, data, knownObjectives)
    knownObjectives = { ...knownObjectives, ...news }
    outbox.share(news)
    keep(data)
    return data
  }

  const say = (verb: SessionVerb, data: RunTimeData) => outbox.tell([sessionStatement(telling, verb, data, now())])

  function end(verb: SessionVerb): void {
    if (isOver) return
    isOver = true
    say(verb, bring())
  }

  const exitOf = () => runTime.getFlattenedCMI()[edition === 'scorm12' ? 'cmi.core.exit' : 'cmi.exit']

  const { began, set, committed, ended } = EVENTS[edition]
  runTime.on(began, () => say(toEntry(edition, storedState?.data ?? null) === 'resume' ? 'resumed' : 'initialized', {}))
  runTime.on(committed, bring)
  runTime.on(ended, () => end(exitOf() === 'suspend' ? 'suspended' : 'terminated'))
  runTime.on(set, () => {
    const change = ++changes
    later(() => {
      if (change === changes && !isOver) bring()
    }, QUIET_MILLISECONDS)
  })

  runTime.loadFromFlattenedJSON({
    ...addGlobalObjectives(launch, toStartingData(edition, launch, storedState?.data ?? null), knownObjectives),
  })
  if (storedState) outbox.regardAsTold(answerStatements(telling, storedState.data, now()))

  return {
    /** Handles a closing page: unfinished content is suspended at its present place. */
    leave(): void {
      if (runTime.isInitialized() && !runTime.isTerminated()) end('suspended')
      outbox.leave()
    },
    /** Returns the outcome statements of an earlier session, to check whether the record store has them. */
    earlierOutcome: () =>
      storedState
        ? outcomeStatements(
            telling,
            { ...storedState.data, ...toStartingData(edition, launch, storedState.data) },
            now(),
          )
        : [],
  }
}
