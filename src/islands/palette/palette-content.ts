import type { OpenedItem } from '#api/office/worklist/home/contract.ts'
import { foldText, splitWords } from '#api/text-matching.ts'
import { contentLanguage } from '#locales/content-language.ts'

/** A page, setting or action with its name in the reader's language. */
interface OfferedTarget {
  kind: 'action' | 'page' | 'setting'
  label: string
  href: string
  /** Letter that opens it after `g`. */
  key: string | null
}

/** The answer of `/palette.json`. Moments are ISO texts. */
export interface PaletteContent {
  recent: OpenedItem[]
  targets: OfferedTarget[]
}

/** An option of the palette: a link. */
export interface PaletteOption {
  id: string
  label: string
  /** Language of the label; undefined for that of the page. */
  lang?: string | undefined
  href: string
  notes: string[]
  /** Key of the text of a badge, in the namespace `search`. */
  badge?: string | undefined
  key?: string | null
}

/** Options under a heading; `name` is a key of the namespace `palette`, or a kind of search results. */
export interface OptionGroup {
  name: string
  options: PaletteOption[]
}

const maxTargets = 6

const toOption = ({ label, href, key }: OfferedTarget): PaletteOption => ({ id: href, label, href, notes: [], key })

const recentHref = ({ kind, id }: OpenedItem) =>
  kind === 'occasion' ? `/education/manageOccasion/${id}` : `/education/${id}/manageEducationParts`

const toRecent = (item: OpenedItem): PaletteOption => ({
  id: `recent-${item.kind}-${item.id}`,
  label: item.title,
  lang: contentLanguage,
  href: recentHref(item),
  notes: [],
})

/** Lists the groups for an empty field: recent pages, actions, then all pages; settings are found by typing. */
const listAll = ({ recent, targets }: PaletteContent): OptionGroup[] => [
  { name: 'recent', options: recent.map(toRecent) },
  { name: 'actions', options: targets.filter(({ kind }) => kind === 'action').map(toOption) },
  { name: 'pages', options: targets.filter(({ kind }) => kind === 'page').map(toOption) },
]

/** Returns whether each word of the text begins a word of the label. */
function isMatch(words: readonly string[], label: string): boolean {
  const labelWords = foldText(label).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.every((word) => labelWords.some((one) => one.startsWith(word)))
}

/**
 * Lists actions, pages and settings, in this order, whose labels match: every word of the text begins a word of the
 * label, in any case and without accents. At most six options each. For an empty text it lists recent pages, actions
 * and pages, all of them. Groups without options are left out.
 */
export function listOffered(content: PaletteContent, text: string): OptionGroup[] {
  const words = splitWords(text)
  if (words.length === 0) return listAll(content).filter(({ options }) => options.length > 0)
  const matching = content.targets.filter(({ label }) => isMatch(words, label))
  const ofKind = (kind: OfferedTarget['kind']) =>
    matching
      .filter((target) => target.kind === kind)
      .slice(0, maxTargets)
      .map(toOption)
  return [
    { name: 'actions', options: ofKind('action') },
    { name: 'pages', options: ofKind('page') },
    { name: 'settings', options: ofKind('setting') },
  ].filter(({ options }) => options.length > 0)
}

const maxStatementLinks = 3

/**
 * Lists the course statements of found people, at most three, for a reader who may open their page; otherwise there is
 * no group.
 */
export function listStatementLinks(
  { targets }: PaletteContent,
  people: readonly { id: number; name: string }[],
): OptionGroup[] {
  if (people.length === 0 || !targets.some(({ href }) => href === '/statements')) return []
  const options = people.slice(0, maxStatementLinks).map(({ id, name }): PaletteOption => {
    const href = `/statements?userId=${id}`
    return { id: href, label: name, lang: contentLanguage, href, notes: [] }
  })
  return [{ name: 'statements', options }]
}
