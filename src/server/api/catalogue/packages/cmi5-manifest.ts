import type { PackageRefusal } from '#api/package-refusals.ts'
import { type CourseStructure, launchMethods, moveOns, type StructureUnit, type UnitGroup } from './course-structure.ts'
import { packageLimits } from './rules.ts'
import { findChild, listChildren, readXml, shortenTitle, type XmlElement } from './xml-tree.ts'

/** A violation of the rules of the course structure (cmi5, 13 and 14). */
class InvalidStructure extends Error {
  readonly refusal: PackageRefusal

  constructor(refusal: PackageRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

const PREFERRED_LANGUAGES = ['sv', 'en']

/** Returns the text in a language of the portal, else the first text. */
function readLangstring(element: XmlElement | undefined): string {
  const texts = listChildren(element, 'langstring').filter(({ text }) => text !== '')
  const inLanguage = (language: string) =>
    texts.find(({ attributes }) => attributes['lang']?.toLowerCase().split('-')[0] === language)
  const [preferred] = PREFERRED_LANGUAGES.map(inLanguage).filter((text) => text !== undefined)
  const text = preferred ?? texts[0]
  if (!text) throw new InvalidStructure('package_cmi5_invalid')
  return shortenTitle(text.text)
}

/** Returns the id of an element: an IRI, which begins with a scheme and has no white space. */
function readId({ attributes: { id } }: XmlElement): string {
  if (!id || !/^[a-z][a-z\d+.-]*:[^\s<>"]+$/i.test(id)) throw new InvalidStructure('package_cmi5_invalid')
  if (id.length > packageLimits.activityIdLength) throw new InvalidStructure('package_cmi5_invalid')
  return id
}

function oneOf<Value extends string>(attribute: string | undefined, values: readonly Value[], otherwise: Value): Value {
  if (attribute === undefined) return otherwise
  const value = values.find((one) => one === attribute)
  if (!value) throw new InvalidStructure('package_cmi5_invalid')
  return value
}

function readMasteryScore({ attributes: { masteryScore } }: XmlElement): number | null {
  if (masteryScore === undefined) return null
  const score = Number(masteryScore)
  if (!/^\+?(\d+\.?\d*|\.\d+)$/.test(masteryScore) || score > 1)
    throw new InvalidStructure('package_cmi5_mastery_score')
  return score
}

function readLaunchUrl(unit: XmlElement): string {
  const address = findChild(unit, 'url')?.text
  if (!address) throw new InvalidStructure('package_cmi5_invalid')
  // Courses are served from their own package and cannot load other origins.
  if (/^([a-z][a-z\d+.-]*:|[/\\]{2})/i.test(address)) throw new InvalidStructure('package_cmi5_elsewhere')
  return address
}

const toUnit = (element: XmlElement, groups: UnitGroup[]): StructureUnit => ({
  identifier: readId(element),
  title: readLangstring(findChild(element, 'title')),
  launch: readLaunchUrl(element),
  groups,
  moveOn: oneOf(element.attributes['moveOn'], moveOns, 'NotApplicable'),
  masteryScore: readMasteryScore(element),
  launchMethod: oneOf(element.attributes['launchMethod'], launchMethods, 'AnyWindow'),
  launchParameters: findChild(element, 'launchParameters')?.text || null,
  entitlementKey: findChild(element, 'entitlementKey')?.text || null,
  activityType: element.attributes['activityType'] || null,
  scormTerms: null,
})

function listUnits(parent: XmlElement, groups: UnitGroup[]): StructureUnit[] {
  const units = parent.children.flatMap((child) => {
    if (child.name === 'au') return [toUnit(child, groups)]
    if (child.name !== 'block') return []
    return listUnits(child, [
      ...groups,
      { identifier: readId(child), title: readLangstring(findChild(child, 'title')) },
    ])
  })
  if (units.length === 0) throw new InvalidStructure('package_cmi5_invalid')
  return units
}

function listIds(element: XmlElement): string[] {
  const own = ['au', 'block', 'course'].includes(element.name) ? [readId(element)] : []
  // An objective is defined by its id, and only referred to by idref.
  const objective = element.name === 'objective' && element.attributes['id'] ? [element.attributes['id']] : []
  return [...own, ...objective, ...element.children.flatMap(listIds)]
}

function toStructure(root: XmlElement): CourseStructure {
  const course = findChild(root, 'course')
  if (root.name !== 'courseStructure' || !course) throw new InvalidStructure('package_cmi5_invalid')
  const ids = listIds(root)
  if (new Set(ids).size !== ids.length) throw new InvalidStructure('package_cmi5_ids_repeated')
  return {
    format: 'cmi5',
    identifier: readId(course),
    title: readLangstring(findChild(course, 'title')),
    units: listUnits(root, []),
    notes: [],
    files: [],
  }
}

/**
 * Reads a cmi5.xml, or returns a refusal when it is over 2 MiB, no plain XML, or violates the rules of a course
 * structure.
 */
export function readCmi5Manifest(bytes: Uint8Array): CourseStructure | PackageRefusal {
  const root = readXml(bytes)
  if (typeof root === 'string') return root
  try {
    return toStructure(root)
  } catch (error) {
    return error instanceof InvalidStructure ? error.refusal : 'package_manifest_invalid'
  }
}
