import type { ScormTerms } from './course-structure.ts'
import { listObjectiveIds, listObjectiveMaps } from './scorm-sequencing.ts'
import { findChild, type XmlElement } from './xml-tree.ts'

const parseNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null

const nullAbove = (maximum: number, number: number | null) => (number !== null && number <= maximum ? number : null)

const ACTIONS = ['exit,message', 'exit,no message', 'continue,message', 'continue,no message']

function parseAction(text: string | undefined): string | null {
  const written = text?.toLowerCase().replace(/\s*,\s*/, ',') ?? ''
  return ACTIONS.includes(written) ? written : null
}

/**
 * Returns the completion threshold. The 3rd edition has it as the element's text, the 4th as an attribute that applies
 * only with `completedByMeasure`.
 */
function readThreshold(item: XmlElement): number | null {
  const element = findChild(item, 'completionThreshold')
  if (!element) return null
  const { completedByMeasure, minProgressMeasure } = element.attributes
  if (completedByMeasure === undefined) return nullAbove(1, parseNumber(element.text))
  return completedByMeasure === 'true' ? nullAbove(1, parseNumber(minProgressMeasure) ?? 1) : null
}

/**
 * Returns the passing score from 0 to 1; null when the unit names none or an invalid one. SCORM 1.2 counts to a
 * hundred; 2004 has it in the unit's primary objective, if that is satisfied by a measure: 1 when the measure is
 * missing.
 */
export function readMasteryScore(item: XmlElement, sequencing: XmlElement | undefined): number | null {
  const scorm12Score = nullAbove(100, parseNumber(findChild(item, 'masteryscore')?.text))
  if (scorm12Score !== null) return scorm12Score / 100
  const objective = findChild(findChild(sequencing, 'objectives'), 'primaryObjective')
  if (objective?.attributes['satisfiedByMeasure'] !== 'true') return null
  return nullAbove(1, parseNumber(findChild(objective, 'minNormalizedMeasure')?.text ?? '1'))
}

/**
 * Returns the SCORM settings of a unit (time limit and its action, completion threshold, objectives) from its manifest
 * item and its sequencing; absent ones are null or empty lists.
 */
export function readScormTerms(item: XmlElement, sequencing: XmlElement | undefined): ScormTerms {
  const limits = findChild(sequencing, 'limitConditions')?.attributes
  return {
    maxTime: findChild(item, 'maxtimeallowed')?.text || limits?.['attemptAbsoluteDurationLimit'] || null,
    timeLimitAction: parseAction((findChild(item, 'timelimitaction') ?? findChild(item, 'timeLimitAction'))?.text),
    completionThreshold: readThreshold(item),
    objectives: listObjectiveIds(sequencing),
    objectiveMaps: listObjectiveMaps(sequencing),
  }
}
