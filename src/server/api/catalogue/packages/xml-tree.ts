import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { PackageRefusal } from '#api/package-refusals.ts'
import { limits } from './rules.ts'

/** One element; names and attributes without their namespaces, children in the order of the file. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  /** Its own text, without the white space around it. */
  text: string
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  alwaysCreateTextNode: true,
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
})

/** What the parser makes of an element: its name with its children, and its attributes beside; a text is named #text. */
type Node = Record<string, unknown>

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [])

function elementFrom(node: Node): XmlElement | null {
  const name = Object.keys(node).find((key) => key !== ':@')
  if (name === undefined || name === '#text') return null
  const inside = nodesOf(node[name])
  const texts = inside.map((child) => child['#text']).filter((text) => typeof text === 'string')
  return {
    name,
    attributes: Object.fromEntries(Object.entries(node[':@'] ?? {}).map(([key, value]) => [key, String(value).trim()])),
    children: inside.map(elementFrom).filter((child) => child !== null),
    text: texts.join('').trim(),
  }
}

/** The root of a manifest; whatever is no plain XML without entities of its own is refused. */
export function readXml(bytes: Uint8Array): XmlElement | PackageRefusal {
  if (bytes.length > limits.manifestBytes) return 'package_manifest_too_large'
  const xml = decode(bytes)
  // Entities of its own are the road to entity bombs, and no course needs any.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return 'package_manifest_invalid'
  try {
    if (XMLValidator.validate(xml) !== true) return 'package_manifest_invalid'
    const roots = nodesOf(parser.parse(xml)).map(elementFrom)
    return roots.find((root) => root !== null) ?? 'package_manifest_invalid'
  } catch {
    // A nest without bottom among them.
    return 'package_manifest_invalid'
  }
}

export function decode(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  childrenOf(element, name)[0]

/** A name as the portal shows it. */
export const shortened = (text: string): string => text.replace(/\s+/g, ' ').slice(0, limits.titleLength)
