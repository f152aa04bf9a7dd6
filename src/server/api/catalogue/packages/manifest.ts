import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { PackageRefusal } from '#api/package-refusals.ts'
import { limits } from './rules.ts'
import { decode } from './xml-tree.ts'

/** What a tincan.xml says of its course. */
export interface Manifest {
  /** Exactly as written: an activity id is an identifier, not an address to be tidied. */
  activityId: string | null
  /** Relative to the folder of the manifest; may carry a query of its own. */
  launch: string | null
  title: string | null
}

interface Texts {
  '@lang'?: string
  '#text'?: string
}

interface Activity {
  '@id'?: string
  launch?: Texts[]
  name?: Texts[]
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  alwaysCreateTextNode: true,
  parseTagValue: false,
  removeNSPrefix: true,
  // Character references such as &#228; count as "html entities" here.
  htmlEntities: true,
  isArray: (name) => name === 'activity' || name === 'launch' || name === 'name',
})

export function readManifest(bytes: Uint8Array): Manifest | PackageRefusal {
  if (bytes.length > limits.manifestBytes) return 'package_manifest_too_large'
  const xml = decode(bytes)
  // Entities of its own are the road to entity bombs, and no course needs any.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return 'package_manifest_invalid'
  try {
    if (XMLValidator.validate(xml) !== true) return 'package_manifest_invalid'
    return manifestOf(parser.parse(xml))
  } catch {
    return 'package_manifest_invalid'
  }
}

// The shape is what the parser's options promise for a tincan.xml; anything else ends in a refusal or nulls.
function manifestOf(parsed: { tincan?: { activities?: { activity?: Activity[] } } }): Manifest | PackageRefusal {
  const activities = parsed.tincan?.activities?.activity ?? []
  const course = activities.find((activity) => textOf(activity.launch)) ?? activities[0]
  const activityId = course?.['@id']?.trim() || null
  if (!course || (activityId?.length ?? 0) > limits.activityIdLength) return 'package_manifest_invalid'
  return {
    activityId,
    launch: textOf(course.launch),
    title: textOf(course.name)?.replace(/\s+/g, ' ').slice(0, limits.titleLength) ?? null,
  }
}

const PREFERRED_LANGUAGES = ['sv', 'en', '']

function textOf(texts: Texts[] | undefined): string | null {
  if (!texts) return null
  const languageOf = (text: Texts) => (text['@lang'] ?? '').toLowerCase().split('-')[0]
  const preferred = PREFERRED_LANGUAGES.map((language) => texts.find((text) => languageOf(text) === language))
  return (preferred.find((text) => text) ?? texts[0])?.['#text']?.trim() || null
}
