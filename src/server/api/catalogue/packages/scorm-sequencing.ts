import type { MoveOn, ObjectiveMap, PackageNote } from './course-structure.ts'
import { findChild, listChildren, type XmlElement } from './xml-tree.ts'

/**
 * Returns a function that finds the sequencing of an element: its own, completed from the collection that it refers to.
 * It returns undefined for an element without one.
 */
export function createSequencingFinder(manifest: XmlElement) {
  const collected = listChildren(findChild(manifest, 'sequencingCollection'), 'sequencing')
  return (element: XmlElement): XmlElement | undefined => {
    const own = findChild(element, 'sequencing')
    const reference = own?.attributes['IDRef']
    const shared = reference && collected.find(({ attributes }) => attributes['ID'] === reference)
    if (!own || !shared) return own
    const ownNames = new Set(own.children.map(({ name }) => name))
    return { ...own, children: [...own.children, ...shared.children.filter(({ name }) => !ownNames.has(name))] }
  }
}

function toObjectiveMap(objective: XmlElement, { attributes }: XmlElement): ObjectiveMap {
  return {
    objective: objective.attributes['objectiveID'] || null,
    isPrimary: objective.name === 'primaryObjective',
    target: attributes['targetObjectiveID'] ?? '',
    readsSatisfied: attributes['readSatisfiedStatus'] !== 'false',
    readsMeasure: attributes['readNormalizedMeasure'] !== 'false',
    writesSatisfied: attributes['writeSatisfiedStatus'] === 'true',
    writesMeasure: attributes['writeNormalizedMeasure'] === 'true',
  }
}

const listObjectives = (sequencing: XmlElement | undefined) => {
  const all = findChild(sequencing, 'objectives')
  return [...listChildren(all, 'primaryObjective'), ...listChildren(all, 'objective')]
}

/**
 * Returns the maps by which a unit's objectives share their state with other units, and which part of it they read and
 * write; a map without a target is left out.
 */
export const listObjectiveMaps = (sequencing: XmlElement | undefined): ObjectiveMap[] =>
  listObjectives(sequencing)
    .flatMap((objective) => listChildren(objective, 'mapInfo').map((map) => toObjectiveMap(objective, map)))
    .filter(({ target }) => target !== '')

/**
 * Returns the ids of a unit's objectives, the primary one first, as the SCORM 2004 run-time lists them. Empty without
 * any.
 */
export const listObjectiveIds = (sequencing: XmlElement | undefined): string[] => {
  const names = listObjectives(sequencing).map(({ attributes }) => attributes['objectiveID'] ?? '')
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Whether the satisfaction and completion of a unit, or of everything in a chapter, count towards its parent. */
export interface RollupScope {
  satisfaction: boolean
  completion: boolean
}

export const fullRollup: RollupScope = { satisfaction: true, completion: true }

/**
 * Returns how far results of the units below an element count towards the course: their satisfaction and their
 * completion.
 *
 * `above` is the same for the element's parent: a chapter that does not count, or is not tracked, excludes everything
 * in it. Both count where `sequencing` is undefined or says nothing.
 */
export function narrowRollup(above: RollupScope, sequencing: XmlElement | undefined): RollupScope {
  const rollup = findChild(sequencing, 'rollupRules')?.attributes
  const isTracked = findChild(sequencing, 'deliveryControls')?.attributes['tracked'] !== 'false'
  return {
    satisfaction: above.satisfaction && isTracked && rollup?.['rollupObjectiveSatisfied'] !== 'false',
    completion: above.completion && isTracked && rollup?.['rollupProgressCompletion'] !== 'false',
  }
}

/**
 * Returns the moveOn of a unit, its criterion of completion in cmi5, from what counts of it: `Passed`, `Completed`, or
 * `NotApplicable` for neither; null, which leaves it to the course, when both count.
 */
export function toMoveOn({ satisfaction, completion }: RollupScope): MoveOn | null {
  if (satisfaction) return completion ? null : 'Passed'
  return completion ? 'Completed' : 'NotApplicable'
}

const hasAttribute = (element: XmlElement | undefined, name: string, value: string) =>
  element?.attributes[name] === value

const isRandomized = (controls: XmlElement | undefined) =>
  ['randomizationTiming', 'selectionTiming'].some((name) => (controls?.attributes[name] ?? 'never') !== 'never')

function listUnsupported(element: XmlElement, sequencing: XmlElement | undefined): PackageNote[] {
  const of = (name: string) => findChild(sequencing, name)
  const [modes, choice] = [of('controlMode'), of('constrainedChoiceConsiderations')]
  const isOrdered =
    hasAttribute(modes, 'choice', 'false') ||
    hasAttribute(modes, 'forwardOnly', 'true') ||
    hasAttribute(choice, 'preventActivation', 'true') ||
    hasAttribute(choice, 'constrainChoice', 'true')
  const isChapter = listChildren(element, 'item').length > 0
  const requests: [PackageNote, boolean][] = [
    ['order', isOrdered],
    ['conditions', (of('sequencingRules')?.children.length ?? 0) > 0],
    ['rollup', listChildren(of('rollupRules'), 'rollupRule').length > 0 || of('rollupConsiderations') !== undefined],
    ['chapterObjectives', isChapter && listObjectiveMaps(sequencing).length > 0],
    ['attemptLimit', of('limitConditions')?.attributes['attemptLimit'] !== undefined],
    ['chance', isRandomized(of('randomizationControls'))],
    ['prerequisites', Boolean(findChild(element, 'prerequisites')?.text)],
  ]
  return requests.filter(([, isRequested]) => isRequested).map(([note]) => note)
}

/**
 * Returns the requests of a SCORM course that the portal does not follow, each once, in the order of the manifest. A
 * course with a single unit only reports a limit of attempts; the others do not matter for it. `units` is their number.
 */
export function listNotes(organization: XmlElement, manifest: XmlElement, units: number): PackageNote[] {
  const sequencingOf = createSequencingFinder(manifest)
  const listUnsupportedWithin = (element: XmlElement): PackageNote[] => [
    ...listUnsupported(element, sequencingOf(element)),
    ...listChildren(element, 'item').flatMap(listUnsupportedWithin),
  ]
  const requests = [...new Set(listUnsupportedWithin(organization))]
  return units > 1 ? requests : requests.filter((note) => note === 'attemptLimit')
}
