import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { PackageRefusal } from '#api/package-refusals.ts'
import { packageLimits } from './rules.ts'
import { decodeXml } from './xml-tree.ts'

/** The course that a tincan.xml describes. */
export interface XapiManifest {
  /** Exactly as written: an activity id is an identifier, so it is not normalised. */
  activityId: string | null
  /** Relative to the manifest's folder; may have a query string. */
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
  // The library's name for character references such as &#228;.
  htmlEntities: true,
  isArray: (name) => name === 'activity' || name === 'launch' || name === 'name',
})

/**
 * Reads a tincan.xml; returns a refusal over 2 MiB, for anything but plain XML, without a course, or for too long an
 * activity id. A DOCTYPE or ENTITY declaration counts as no plain XML. Title and launch path are those of the preferred
 * language; the title is cut at 300 characters.
 */
export function readXapiManifest(bytes: Uint8Array): XapiManifest | PackageRefusal {
  if (bytes.length > packageLimits.manifestBytes) return 'package_manifest_too_large'
  const xml = decodeXml(bytes)
  // Custom entities allow entity bombs, and no course needs them.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return 'package_manifest_invalid'
  try {
    if (XMLValidator.validate(xml) !== true) return 'package_manifest_invalid'
    return toManifest(parser.parse(xml))
  } catch {
    return 'package_manifest_invalid'
  }
}

// The parser's options produce this shape for a tincan.xml; anything else ends in a refusal or nulls.
function toManifest(parsed: { tincan?: { activities?: { activity?: Activity[] } } }): XapiManifest | PackageRefusal {
  const activities = parsed.tincan?.activities?.activity ?? []
  const course = activities.find((activity) => chooseText(activity.launch)) ?? activities[0]
  const activityId = course?.['@id']?.trim() || null
  if (!course || (activityId?.length ?? 0) > packageLimits.activityIdLength) return 'package_manifest_invalid'
  return {
    activityId,
    launch: chooseText(course.launch),
    title: chooseText(course.name)?.replace(/\s+/g, ' ').slice(0, packageLimits.titleLength) ?? null,
  }
}

const PREFERRED_LANGUAGES = ['sv', 'en', '']

function chooseText(texts: Texts[] | undefined): string | null {
  if (!texts) return null
  const languageOf = (text: Texts) => (text['@lang'] ?? '').toLowerCase().split('-')[0]
  const preferred = PREFERRED_LANGUAGES.map((language) => texts.find((text) => languageOf(text) === language))
  return (preferred.find((text) => text) ?? texts[0])?.['#text']?.trim() || null
}
