import type { MoveOn, ObjectiveMap, PackageNote } from './course-structure.ts'
import { childOf, childrenOf, type XmlElement } from './xml-tree.ts'

/** Finds an element's sequencing: its own, and what that does not say out of the collection that it refers to. */
export function sequencingIn(manifest: XmlElement) {
  const collected = childrenOf(childOf(manifest, 'sequencingCollection'), 'sequencing')
  return (element: XmlElement): XmlElement | undefined => {
    const own = childOf(element, 'sequencing')
    const wanted = own?.attributes['IDRef']
    const shared = wanted && collected.find(({ attributes }) => attributes['ID'] === wanted)
    if (!own || !shared) return own
    const said = new Set(own.children.map(({ name }) => name))
    return { ...own, children: [...own.children, ...shared.children.filter(({ name }) => !said.has(name))] }
  }
}

function mapFrom(objective: XmlElement, { attributes }: XmlElement): ObjectiveMap {
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

const objectivesIn = (sequencing: XmlElement | undefined) => {
  const all = childOf(sequencing, 'objectives')
  return [...childrenOf(all, 'primaryObjective'), ...childrenOf(all, 'objective')]
}

/** Which of a unit's objectives it shares with other units. */
export const objectiveMapsOf = (sequencing: XmlElement | undefined): ObjectiveMap[] =>
  objectivesIn(sequencing)
    .flatMap((objective) => childrenOf(objective, 'mapInfo').map((map) => mapFrom(objective, map)))
    .filter(({ target }) => target !== '')

/** Its own first, as the run-time of 2004 lists them. */
export const objectiveNamesOf = (sequencing: XmlElement | undefined): string[] => {
  const names = objectivesIn(sequencing).map(({ attributes }) => attributes['objectiveID'] ?? '')
  return [...new Set(names.filter((name) => name !== ''))]
}

/** What of a unit, or of all in a chapter, counts towards what lies above it. */
export interface Counting {
  satisfaction: boolean
  completion: boolean
}

export const everything: Counting = { satisfaction: true, completion: true }

/** A chapter that does not count takes all that lies in it along. */
export function countingWithin(above: Counting, sequencing: XmlElement | undefined): Counting {
  const rollup = childOf(sequencing, 'rollupRules')?.attributes
  const isTracked = childOf(sequencing, 'deliveryControls')?.attributes['tracked'] !== 'false'
  return {
    satisfaction: above.satisfaction && isTracked && rollup?.['rollupObjectiveSatisfied'] !== 'false',
    completion: above.completion && isTracked && rollup?.['rollupProgressCompletion'] !== 'false',
  }
}

export function moveOnFor({ satisfaction, completion }: Counting): MoveOn | null {
  if (satisfaction) return completion ? null : 'Passed'
  return completion ? 'Completed' : 'NotApplicable'
}

const isSaid = (element: XmlElement | undefined, name: string, value: string) => element?.attributes[name] === value

const isByChance = (controls: XmlElement | undefined) =>
  ['randomizationTiming', 'selectionTiming'].some((name) => (controls?.attributes[name] ?? 'never') !== 'never')

function wishesOf(element: XmlElement, sequencing: XmlElement | undefined): PackageNote[] {
  const of = (name: string) => childOf(sequencing, name)
  const [modes, chosen] = [of('controlMode'), of('constrainedChoiceConsiderations')]
  const isOrdered =
    isSaid(modes, 'choice', 'false') ||
    isSaid(modes, 'forwardOnly', 'true') ||
    isSaid(chosen, 'preventActivation', 'true') ||
    isSaid(chosen, 'constrainChoice', 'true')
  const isChapter = childrenOf(element, 'item').length > 0
  const wishes: [PackageNote, boolean][] = [
    ['order', isOrdered],
    ['conditions', (of('sequencingRules')?.children.length ?? 0) > 0],
    ['rollup', childrenOf(of('rollupRules'), 'rollupRule').length > 0 || of('rollupConsiderations') !== undefined],
    ['chapterObjectives', isChapter && objectiveMapsOf(sequencing).length > 0],
    ['attemptLimit', of('limitConditions')?.attributes['attemptLimit'] !== undefined],
    ['chance', isByChance(of('randomizationControls'))],
    ['prerequisites', Boolean(childOf(element, 'prerequisites')?.text)],
  ]
  return wishes.filter(([, isWished]) => isWished).map(([wish]) => wish)
}

/** What the course asks for and the portal does not do. Of one unit alone, none of it but a limit of attempts matters. */
export function notesOn(organization: XmlElement, manifest: XmlElement, units: number): PackageNote[] {
  const sequencingOf = sequencingIn(manifest)
  const wishesWithin = (element: XmlElement): PackageNote[] => [
    ...wishesOf(element, sequencingOf(element)),
    ...childrenOf(element, 'item').flatMap(wishesWithin),
  ]
  const wishes = [...new Set(wishesWithin(organization))]
  return units > 1 ? wishes : wishes.filter((wish) => wish === 'attemptLimit')
}
