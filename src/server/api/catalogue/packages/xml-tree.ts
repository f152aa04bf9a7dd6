import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { PackageRefusal } from '#api/package-refusals.ts'
import { packageLimits } from './rules.ts'

/** An XML element; names and attributes have no namespaces, children are in document order. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  /** The element's text, trimmed. */
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

/** The parser's form of an element: its name with its children, and its attributes; text nodes are named #text. */
type Node = Record<string, unknown>

const toNodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [])

function toElement(node: Node): XmlElement | null {
  const name = Object.keys(node).find((key) => key !== ':@')
  if (name === undefined || name === '#text') return null
  const inside = toNodes(node[name])
  const texts = inside.map((child) => child['#text']).filter((text) => typeof text === 'string')
  return {
    name,
    attributes: Object.fromEntries(Object.entries(node[':@'] ?? {}).map(([key, value]) => [key, String(value).trim()])),
    children: inside.map(toElement).filter((child) => child !== null),
    text: texts.join('').trim(),
  }
}

/** Returns the root of a manifest, or a refusal unless it is plain XML of at most 2 MiB without custom entities. */
export function readXml(bytes: Uint8Array): XmlElement | PackageRefusal {
  if (bytes.length > packageLimits.manifestBytes) return 'package_manifest_too_large'
  const xml = decodeXml(bytes)
  // Custom entities allow entity bombs, and no course needs them.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return 'package_manifest_invalid'
  try {
    if (XMLValidator.validate(xml) !== true) return 'package_manifest_invalid'
    const roots = toNodes(parser.parse(xml)).map(toElement)
    return roots.find((root) => root !== null) ?? 'package_manifest_invalid'
  } catch {
    // Endless nesting, among others, exceeds the stack.
    return 'package_manifest_invalid'
  }
}

/** Decodes a manifest as UTF-16 when it has a UTF-16 byte order mark, else as UTF-8. Invalid bytes become U+FFFD. */
export function decodeXml(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}

/** Returns the children of that name in document order; empty when there is no element. */
export const listChildren = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Returns the first child of that name; undefined when there is none, or no element. */
export const findChild = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  listChildren(element, name)[0]

/** Returns a title in one line, cut at the 300 characters that the portal shows. */
export const shortenTitle = (text: string): string => text.replace(/\s+/g, ' ').slice(0, packageLimits.titleLength)
