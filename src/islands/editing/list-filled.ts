import { momentText } from '#locales/moments.ts'

/** Longest text that is shown as it is; of a longer one only the label is. */
const maxLength = 40

interface FilledFields<Draft> {
  draft: Draft
  names: readonly (keyof Draft & string)[]
  labelOf: (field: string) => string
  language: string
}

function describeField(value: unknown, label: string, language: string): string | null {
  if (value instanceof Date) return `${label}: ${momentText(value, 'day', language)}`
  if (value === null || value === undefined || value === false || value === '') return null
  if (Array.isArray(value) && value.length === 0) return null
  // Formatted text, lists, ids and switches are named only.
  return typeof value === 'string' && value.length <= maxLength && !value.includes('<') ? `${label}: ${value}` : label
}

/**
 * Lists what is set in some fields of a draft, in the order of `names`, for the summary of a fold: the label, with the
 * value where it is a day or a short text. Empty fields, empty lists and switches that are off are left out.
 */
export const listFilled = <Draft>({ draft, names, labelOf, language }: FilledFields<Draft>): string[] =>
  names.flatMap((name) => describeField(draft[name], labelOf(name), language) ?? [])
