import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import type { AuditEntry } from '../contract.ts'
import { namedAtMost, referenceTo, thingIn } from '../references/rules.ts'
import { changesIn } from '../rules.ts'

interface Texts {
  audit: Translate
  auditFields: Translate
  auditValues: Translate
  refusals: Translate
}

export interface Words {
  t: Translate
  /** What a field is called. */
  nameOf: (field: string) => string
  /** What a code of a field says; the code itself where it has no words. */
  codeOf: (field: string, code: string) => string
  /** What was done. */
  action: string
  /** Names of things, by `thing/id`. */
  names: Readonly<Record<string, string>>
  language: string
}

/** Anything else was written by somebody, and is shown as it is. */
const isCode = (text: string) => /^[\w.-]{1,60}$/.test(text)

export function wordsOf(texts: Texts, about: Pick<Words, 'action' | 'names' | 'language'>): Words {
  const { audit, auditFields, auditValues, refusals } = texts
  const codeOf = (field: string, code: string) => {
    if (!isCode(code)) return code
    const reason = field === 'because' || field === 'refusal' ? refusals(code, { defaultValue: code }) : code
    return auditValues(`${field}.${code}`, { defaultValue: reason })
  }
  return { t: audit, nameOf: (field) => auditFields(field, { defaultValue: field }), codeOf, ...about }
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)

/** One text or number: what it is the number of, what the code says, or as it was written. */
function single(value: string | number, { nameOf, codeOf, action, names, language }: Words, field: string): string {
  const thing = thingIn(action, field)
  if (thing) return names[referenceTo(thing, value)] ?? String(value)
  if (field === 'fields') return nameOf(String(value))
  const text = String(value)
  return isInstant(text) ? momentText(new Date(text), 'moment', language) : codeOf(field, text)
}

function list(values: readonly unknown[], words: Words, field: string): string {
  const shown = values.slice(0, namedAtMost).map((one) => valueText(one, words, field))
  const rest = values.length - shown.length
  return [...shown, ...(rest > 0 ? [words.t('andMore', { count: rest })] : [])].join(', ') || '–'
}

/** A recorded value as one would say it; what holds others names each of them. */
export function valueText(value: unknown, words: Words, field = ''): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return words.t(value ? 'yes' : 'no')
  if (typeof value === 'string' || typeof value === 'number') return single(value, words, field)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return list(value, words, field)
  const told = Object.entries(value).map(([inner, one]) => `${words.nameOf(inner)}: ${valueText(one, words, inner)}`)
  return told.join('; ') || '–'
}

/** Of these there is only one, whatever it is numbered. */
const alone = new Set(['auditLog', 'gdprContact', 'portalConfiguration', 'statements', 'users'])

/** Kinds of targets whose ids are codes, and the field whose codes they are. */
const coded: Partial<Record<string, string>> = { job: 'kind', report: 'report' }

/** Display name of an entry's target; falls back to its kind and its id. */
export function targetText({ targetType, targetId, targetName }: AuditEntry, { t, codeOf }: Words): string {
  if (targetName) return targetName
  const kind = t(`thing.${targetType}`, { defaultValue: targetType })
  if (alone.has(targetType)) return kind
  const field = coded[targetType]
  return `${kind} ${field ? codeOf(field, targetId) : targetId}`.trimEnd()
}

export const actionText = ({ action }: Pick<AuditEntry, 'action'>, { t }: Words): string =>
  t(`action.${action}`, { defaultValue: action })

/** The changes of an entry as one text: `Namn: A → B; Ort: Kil`. */
export function changesText({ data }: AuditEntry, words: Words): string {
  // Of what is told by nothing but before and after, only the action says what it is.
  const shown = (field: string, value: unknown) => valueText(value, words, field || 'before')
  return changesIn(data)
    .map(({ field, before, after }) => {
      const sides = [before, after].filter((side) => side !== undefined).map((side) => shown(field, side))
      return `${field ? `${words.nameOf(field)}: ` : ''}${sides.join(' → ') || '–'}`
    })
    .join('; ')
}
