import type { PackageRefusal } from '#api/package-refusals.ts'
import { type CourseStructure, launchMethods, moveOns, type StructureUnit, type UnitGroup } from './course-structure.ts'
import { limits } from './rules.ts'
import { childOf, childrenOf, readXml, shortened, type XmlElement } from './xml-tree.ts'

/** Against the rules of the course structure (cmi5, 13 and 14), and why. */
class Broken extends Error {
  readonly refusal: PackageRefusal

  constructor(refusal: PackageRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

const PREFERRED_LANGUAGES = ['sv', 'en']

/** The text in a language that the portal speaks, else the first. */
function langstring(element: XmlElement | undefined): string {
  const texts = childrenOf(element, 'langstring').filter(({ text }) => text !== '')
  const inLanguage = (language: string) =>
    texts.find(({ attributes }) => attributes['lang']?.toLowerCase().split('-')[0] === language)
  const [preferred] = PREFERRED_LANGUAGES.map(inLanguage).filter((text) => text !== undefined)
  const found = preferred ?? texts[0]
  if (!found) throw new Broken('package_cmi5_invalid')
  return shortened(found.text)
}

/** An IRI: it begins with a scheme and holds no blank. */
function idOf({ attributes: { id } }: XmlElement): string {
  if (!id || !/^[a-z][a-z\d+.-]*:[^\s<>"]+$/i.test(id)) throw new Broken('package_cmi5_invalid')
  if (id.length > limits.activityIdLength) throw new Broken('package_cmi5_invalid')
  return id
}

function oneOf<Value extends string>(given: string | undefined, values: readonly Value[], otherwise: Value): Value {
  if (given === undefined) return otherwise
  const value = values.find((one) => one === given)
  if (!value) throw new Broken('package_cmi5_invalid')
  return value
}

function masteryScoreOf({ attributes: { masteryScore } }: XmlElement): number | null {
  if (masteryScore === undefined) return null
  const score = Number(masteryScore)
  if (!/^\+?(\d+\.?\d*|\.\d+)$/.test(masteryScore) || score > 1) throw new Broken('package_cmi5_mastery_score')
  return score
}

function addressOf(unit: XmlElement): string {
  const address = childOf(unit, 'url')?.text
  if (!address) throw new Broken('package_cmi5_invalid')
  // Courses run from their own package and reach nothing else.
  if (/^([a-z][a-z\d+.-]*:|[/\\]{2})/i.test(address)) throw new Broken('package_cmi5_elsewhere')
  return address
}

const unitFrom = (element: XmlElement, groups: UnitGroup[]): StructureUnit => ({
  identifier: idOf(element),
  title: langstring(childOf(element, 'title')),
  launch: addressOf(element),
  groups,
  moveOn: oneOf(element.attributes['moveOn'], moveOns, 'NotApplicable'),
  masteryScore: masteryScoreOf(element),
  launchMethod: oneOf(element.attributes['launchMethod'], launchMethods, 'AnyWindow'),
  launchParameters: childOf(element, 'launchParameters')?.text || null,
  entitlementKey: childOf(element, 'entitlementKey')?.text || null,
  activityType: element.attributes['activityType'] || null,
  scormTerms: null,
})

function unitsWithin(parent: XmlElement, groups: UnitGroup[]): StructureUnit[] {
  const units = parent.children.flatMap((child) => {
    if (child.name === 'au') return [unitFrom(child, groups)]
    if (child.name !== 'block') return []
    return unitsWithin(child, [...groups, { identifier: idOf(child), title: langstring(childOf(child, 'title')) }])
  })
  if (units.length === 0) throw new Broken('package_cmi5_invalid')
  return units
}

function idsWithin(element: XmlElement): string[] {
  const own = ['au', 'block', 'course'].includes(element.name) ? [idOf(element)] : []
  // An objective is defined by its id, and only referred to by idref.
  const objective = element.name === 'objective' && element.attributes['id'] ? [element.attributes['id']] : []
  return [...own, ...objective, ...element.children.flatMap(idsWithin)]
}

function structureFrom(root: XmlElement): CourseStructure {
  const course = childOf(root, 'course')
  if (root.name !== 'courseStructure' || !course) throw new Broken('package_cmi5_invalid')
  const ids = idsWithin(root)
  if (new Set(ids).size !== ids.length) throw new Broken('package_cmi5_ids_repeated')
  return {
    format: 'cmi5',
    identifier: idOf(course),
    title: langstring(childOf(course, 'title')),
    units: unitsWithin(root, []),
    notes: [],
    files: [],
  }
}

/** A cmi5.xml, judged by the rules that a course structure has to keep. */
export function readCmi5Manifest(bytes: Uint8Array): CourseStructure | PackageRefusal {
  const root = readXml(bytes)
  if (typeof root === 'string') return root
  try {
    return structureFrom(root)
  } catch (error) {
    return error instanceof Broken ? error.refusal : 'package_manifest_invalid'
  }
}
