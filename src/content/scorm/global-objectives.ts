import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import { parseNumber, toOutcome } from './outcome.ts'
import type { RunTimeData } from './run-time-data.ts'

/** Objectives that the units of an attempt share, by "satisfied" or "measure" and the id of the objective. */
export type GlobalObjectives = Readonly<Record<string, boolean | number>>

const satisfied = (target: string) => `satisfied ${target}`
const measure = (target: string) => `measure ${target}`

/** Returns the prefix of the unit's own objective with an id; null when there is none. */
function rowOf(name: string | null, data: RunTimeData): string | null {
  const row = name && Object.entries(data).find(([key, id]) => id === name && /^cmi\.objectives\.\d+\.id$/.test(key))
  return row ? row[0].slice(0, -'.id'.length) : null
}

/** Returns the starting data of a unit with the shared objectives that it reads, which replace its own values. */
export function addGlobalObjectives(
  { objectiveMaps }: ScormLaunch,
  data: RunTimeData,
  globals: GlobalObjectives,
): RunTimeData {
  const read: Record<string, string> = {}
  for (const { objective, isPrimary, target, readsSatisfied, readsMeasure } of objectiveMaps) {
    const row = rowOf(objective, data)
    const places = [...(isPrimary ? ['cmi'] : []), ...(row ? [row] : [])]
    const [is, score] = [globals[satisfied(target)], globals[measure(target)]]
    for (const place of places) {
      if (readsSatisfied && typeof is === 'boolean') read[`${place}.success_status`] = is ? 'passed' : 'failed'
      if (readsMeasure && typeof score === 'number') read[`${place}.score.scaled`] = String(score)
    }
  }
  return { ...data, ...read }
}

const statuses = new Map([
  ['passed', true],
  ['failed', false],
])

/** Returns the shared objectives that a unit writes and that differ from `knownObjectives`; empty when none does. */
export function listChangedGlobals(
  { objectiveMaps }: ScormLaunch,
  data: RunTimeData,
  knownObjectives: GlobalObjectives,
): GlobalObjectives {
  const objectiveValues: Record<string, boolean | number | null | undefined> = {}
  for (const { objective, isPrimary, target, writesSatisfied, writesMeasure } of objectiveMaps) {
    const row = isPrimary ? 'cmi' : rowOf(objective, data)
    if (row === null) continue
    const success = isPrimary ? toOutcome('scorm2004', data).success : statuses.get(data[`${row}.success_status`] ?? '')
    if (writesSatisfied) objectiveValues[satisfied(target)] = success
    if (writesMeasure) objectiveValues[measure(target)] = parseNumber(data[`${row}.score.scaled`])
  }
  const isNew = (entry: [string, unknown]): entry is [string, boolean | number] =>
    entry[1] !== null && entry[1] !== undefined && entry[1] !== knownObjectives[entry[0]]
  return Object.fromEntries(Object.entries(objectiveValues).filter(isNew))
}
