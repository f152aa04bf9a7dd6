import type { ScormTerms } from './course-structure.ts'
import { objectiveMapsOf, objectiveNamesOf } from './scorm-sequencing.ts'
import { childOf, type XmlElement } from './xml-tree.ts'

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null

const upTo = (most: number, number: number | null) => (number !== null && number <= most ? number : null)

const ACTIONS = ['exit,message', 'exit,no message', 'continue,message', 'continue,no message']

function actionIn(text: string | undefined): string | null {
  const written = text?.toLowerCase().replace(/\s*,\s*/, ',') ?? ''
  return ACTIONS.includes(written) ? written : null
}

/** The 3rd edition writes it as the element's text, the 4th as an attribute that counts only when a second one says so. */
function thresholdOf(item: XmlElement): number | null {
  const element = childOf(item, 'completionThreshold')
  if (!element) return null
  const { completedByMeasure, minProgressMeasure } = element.attributes
  if (completedByMeasure === undefined) return upTo(1, numberIn(element.text))
  return completedByMeasure === 'true' ? upTo(1, numberIn(minProgressMeasure) ?? 1) : null
}

/** The score that passes, 0 to 1: 1.2 counts to a hundred, and 2004 hides it in the unit's own objective. */
export function masteryScoreOf(item: XmlElement, sequencing: XmlElement | undefined): number | null {
  const of12 = upTo(100, numberIn(childOf(item, 'masteryscore')?.text))
  if (of12 !== null) return of12 / 100
  const objective = childOf(childOf(sequencing, 'objectives'), 'primaryObjective')
  if (objective?.attributes['satisfiedByMeasure'] !== 'true') return null
  return upTo(1, numberIn(childOf(objective, 'minNormalizedMeasure')?.text ?? '1'))
}

export function termsOf(item: XmlElement, sequencing: XmlElement | undefined): ScormTerms {
  const limits = childOf(sequencing, 'limitConditions')?.attributes
  return {
    maxTime: childOf(item, 'maxtimeallowed')?.text || limits?.['attemptAbsoluteDurationLimit'] || null,
    timeLimitAction: actionIn((childOf(item, 'timelimitaction') ?? childOf(item, 'timeLimitAction'))?.text),
    completionThreshold: thresholdOf(item),
    objectives: objectiveNamesOf(sequencing),
    objectiveMaps: objectiveMapsOf(sequencing),
  }
}
