import type { PackageRefusal } from '#api/package-refusals.ts'
import type { CourseStructure, StructureUnit, UnitGroup } from './course-structure.ts'
import { packageLimits } from './rules.ts'
import {
  createSequencingFinder,
  fullRollup,
  listNotes,
  narrowRollup,
  type RollupScope,
  toMoveOn,
} from './scorm-sequencing.ts'
import { readMasteryScore, readScormTerms } from './scorm-terms.ts'
import { findChild, listChildren, readXml, shortenTitle, type XmlElement } from './xml-tree.ts'

function detectFormat(manifest: XmlElement): 'scorm12' | 'scorm2004' | PackageRefusal {
  const metadata = findChild(manifest, 'metadata')
  const schema = findChild(metadata, 'schema')?.text ?? ''
  const version = findChild(metadata, 'schemaversion')?.text ?? ''
  if (/common cartridge/i.test(schema)) return 'package_common_cartridge'
  if (version === '1.2') return 'scorm12'
  return /^(2004|CAM 1\.3)/i.test(version) ? 'scorm2004' : 'package_scorm_version'
}

const listResources = (manifest: XmlElement) =>
  new Map(
    listChildren(findChild(manifest, 'resources'), 'resource').map((resource) => [
      resource.attributes['identifier'] ?? '',
      resource,
    ]),
  )

/** Returns the manifest's default organization, else its first. */
function findOrganization(manifest: XmlElement): XmlElement | undefined {
  const organizations = findChild(manifest, 'organizations')
  const all = listChildren(organizations, 'organization')
  return all.find(({ attributes }) => attributes['identifier'] === organizations?.attributes['default']) ?? all[0]
}

const isSco = ({ attributes }: XmlElement) =>
  (attributes['scormtype'] ?? attributes['scormType'] ?? '').toLowerCase() === 'sco'

const readTitle = (element: XmlElement) => shortenTitle(findChild(element, 'title')?.text ?? '')

const resolveBase = (resource: XmlElement, manifest: XmlElement) =>
  [manifest, findChild(manifest, 'resources'), resource].map((element) => element?.attributes['base'] ?? '').join('')

const listFiles = (manifest: XmlElement) =>
  listChildren(findChild(manifest, 'resources'), 'resource').flatMap((resource) =>
    listChildren(resource, 'file').map(
      ({ attributes }) => resolveBase(resource, manifest) + (attributes['href'] ?? ''),
    ),
  )

function toLaunchUrl(item: XmlElement, resource: XmlElement, manifest: XmlElement): string {
  const base = resolveBase(resource, manifest)
  const parameters = item.attributes['parameters'] ?? ''
  const href = `${base}${resource.attributes['href'] ?? ''}`
  if (parameters === '') return href
  if (parameters.startsWith('#')) return href + parameters
  return `${href}${href.includes('?') ? '&' : '?'}${parameters.replace(/^[?&]+/, '')}`
}

function listUnits(parent: XmlElement, groups: UnitGroup[], manifest: XmlElement, above: RollupScope): StructureUnit[] {
  const [resources, sequencingOf] = [listResources(manifest), createSequencingFinder(manifest)]
  return listChildren(parent, 'item').flatMap((item) => {
    const identifier = item.attributes['identifier'] ?? ''
    const sequencing = sequencingOf(item)
    const counting = narrowRollup(above, sequencing)
    const resource = resources.get(item.attributes['identifierref'] ?? '')
    const own: StructureUnit[] =
      resource && isSco(resource) && resource.attributes['href']
        ? [
            {
              identifier,
              title: readTitle(item),
              launch: toLaunchUrl(item, resource, manifest),
              groups,
              moveOn: toMoveOn(counting),
              masteryScore: readMasteryScore(item, sequencing),
              launchMethod: null,
              launchParameters: findChild(item, 'dataFromLMS')?.text || findChild(item, 'datafromlms')?.text || null,
              entitlementKey: null,
              activityType: null,
              scormTerms: readScormTerms(item, sequencing),
            },
          ]
        : []
    return [...own, ...listUnits(item, [...groups, { identifier, title: readTitle(item) }], manifest, counting)]
  })
}

function toStructure(manifest: XmlElement): CourseStructure | PackageRefusal {
  if (manifest.name !== 'manifest') return 'package_manifest_invalid'
  const format = detectFormat(manifest)
  if (format !== 'scorm12' && format !== 'scorm2004') return format
  const organization = findOrganization(manifest)
  const units = organization ? listUnits(organization, [], manifest, fullRollup) : []
  if (units.length === 0) return 'package_scorm_without_sco'
  const identifiers = units.map(({ identifier }) => identifier)
  if (identifiers.includes('') || new Set(identifiers).size < identifiers.length) return 'package_manifest_invalid'
  const identifier = manifest.attributes['identifier'] ?? ''
  if ([identifier, ...identifiers].some(({ length }) => length > packageLimits.activityIdLength))
    return 'package_manifest_invalid'
  const notes = organization ? listNotes(organization, manifest, units.length) : []
  const title = organization ? readTitle(organization) || null : null
  return { format, identifier, title, units, notes, files: listFiles(manifest) }
}

/**
 * Reads a SCORM imsmanifest.xml, whose schemaversion decides the edition. Returns a refusal when it is over 2 MiB, no
 * plain XML, of another edition than 1.2 or 2004, without a SCO, or its ids are repeated.
 */
export function readScormManifest(bytes: Uint8Array): CourseStructure | PackageRefusal {
  const root = readXml(bytes)
  if (typeof root === 'string') return root
  try {
    return toStructure(root)
  } catch {
    // Endless nesting exceeds the stack.
    return 'package_manifest_invalid'
  }
}
