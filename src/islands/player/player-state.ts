import type { LaunchableUnit } from '#api/courses/xapi/rules.ts'

/** Owner of the queued statements, and the packages where they may wait, the open one first. */
export interface StatementQueueFacts {
  who: string
  origins: readonly string[]
}

/** State of the page's player of courses. */
export interface PlayerState {
  /** Which of the page's two players shows the course. */
  of: 'part' | 'material'
  phase: 'idle' | 'loading' | 'running' | 'failed'
  title: string
  /** Empty while none of several units is chosen. */
  url: string
  /** Units of a course that is opened by its units. */
  units: readonly LaunchableUnit[]
  /** Position of the open unit. */
  unit: number | null
  statementQueue: StatementQueueFacts
  /** Whether the open unit needs a window of its own. */
  ownWindow: boolean
  /** Text of the server's refusal; empty when the general text applies. */
  failure: string
  approved: boolean
  /** Whether results complete the part; false in a preview. */
  counts: boolean
  /** Whether the course may open windows. */
  opensWindows: boolean
}

/** State while no course is open. */
export const idle: PlayerState = {
  of: 'part',
  phase: 'idle',
  title: '',
  url: '',
  units: [],
  unit: null,
  ownWindow: false,
  failure: '',
  approved: false,
  counts: true,
  opensWindows: false,
  statementQueue: { who: '', origins: [] },
}
