import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import type { AuditEntry } from '../contract.ts'
import { maxNames, referencedThing, toReference } from '../references/rules.ts'
import { toChanges } from '../rules.ts'

interface Texts {
  audit: Translate
  auditFields: Translate
  auditValues: Translate
  refusals: Translate
}

export interface PhraseTexts {
  t: Translate
  /** Display name of a field. */
  nameOf: (field: string) => string
  /** Display text of a code in a field; the code itself when it has none. */
  codeOf: (field: string, code: string) => string
  /** The action of the entry. */
  action: string
  /** Display names of targets, by `thing/id`. */
  names: Readonly<Record<string, string>>
  language: string
}

/** Other texts were typed by people and are shown unchanged. */
const isCode = (text: string) => /^[\w.-]{1,60}$/.test(text)

/**
 * Creates the look-ups with which the formatters display one entry of the audit log, in the language of `texts`.
 * `nameOf` gives the name of a field and `codeOf` the word of a code in a field; without a text, and for text that
 * somebody typed, both return what is stored. `about` is copied: the entry's action, the names of things by `thing/id`,
 * and the language.
 */
export function toPhraseTexts(texts: Texts, about: Pick<PhraseTexts, 'action' | 'names' | 'language'>): PhraseTexts {
  const { audit, auditFields, auditValues, refusals } = texts
  const codeOf = (field: string, code: string) => {
    if (!isCode(code)) return code
    const reason = field === 'because' || field === 'refusal' ? refusals(code, { defaultValue: code }) : code
    return auditValues(`${field}.${code}`, { defaultValue: reason })
  }
  return { t: audit, nameOf: (field) => auditFields(field, { defaultValue: field }), codeOf, ...about }
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)

/** Formats one text or number: the name of the referenced thing, the text of the code, or the value itself. */
function single(
  value: string | number,
  { nameOf, codeOf, action, names, language }: PhraseTexts,
  field: string,
): string {
  const thing = referencedThing(action, field)
  if (thing) return names[toReference(thing, value)] ?? String(value)
  if (field === 'fields') return nameOf(String(value))
  const text = String(value)
  return isInstant(text) ? momentText(new Date(text), 'moment', language) : codeOf(field, text)
}

function list(values: readonly unknown[], words: PhraseTexts, field: string): string {
  const shown = values.slice(0, maxNames).map((one) => formatValue(one, words, field))
  const rest = values.length - shown.length
  return [...shown, ...(rest > 0 ? [words.t('andMore', { count: rest })] : [])].join(', ') || '–'
}

/**
 * Formats a recorded value as text; nested values are named by their fields. Empty values become a dash, booleans yes
 * or no and codes their words; a list shows 20 values and counts the rest.
 *
 * Ids become names where `names` of `words` has them, and instants Swedish time in the language of `words`. Ids without
 * a name and codes without a word stay. `field` is the name of the field that holds the value; empty when there is
 * none.
 */
export function formatValue(value: unknown, words: PhraseTexts, field = ''): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return words.t(value ? 'yes' : 'no')
  if (typeof value === 'string' || typeof value === 'number') return single(value, words, field)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return list(value, words, field)
  const parts = Object.entries(value).map(([inner, one]) => `${words.nameOf(inner)}: ${formatValue(one, words, inner)}`)
  return parts.join('; ') || '–'
}

/** Targets of which there is only one, whatever their id. */
const alone = new Set(['auditLog', 'gdprContact', 'portalConfiguration', 'statements', 'users'])

/** Kinds of targets whose ids are codes, with the field whose codes they are. */
const coded: Partial<Record<string, string>> = { job: 'kind', report: 'report' }

/**
 * Returns the display name of an entry's target; falls back to its kind and its id, or to its kind alone where there is
 * only one.
 */
export function formatTarget({ targetType, targetId, targetName }: AuditEntry, { t, codeOf }: PhraseTexts): string {
  if (targetName) return targetName
  const kind = t(`thing.${targetType}`, { defaultValue: targetType })
  if (alone.has(targetType)) return kind
  const field = coded[targetType]
  return `${kind} ${field ? codeOf(field, targetId) : targetId}`.trimEnd()
}

/** Display name of an entry's action; falls back to its code. */
export const formatAction = ({ action }: Pick<AuditEntry, 'action'>, { t }: PhraseTexts): string =>
  t(`action.${action}`, { defaultValue: action })

/**
 * Formats the changes of an entry as one text: `Namn: A → B; Ort: Kil`. A field without a value before has only the one
 * after, and the other way round; empty text without changes.
 */
export function formatChanges({ data }: AuditEntry, words: PhraseTexts): string {
  // Changes without a field have only `before` and `after`; the action says what they are.
  const shown = (field: string, value: unknown) => formatValue(value, words, field || 'before')
  return toChanges(data)
    .map(({ field, before, after }) => {
      const sides = [before, after].filter((side) => side !== undefined).map((side) => shown(field, side))
      return `${field ? `${words.nameOf(field)}: ` : ''}${sides.join(' → ') || '–'}`
    })
    .join('; ')
}
