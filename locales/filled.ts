import { numberText } from './numbers.ts'

const name = /\{\{\s*(\w+)(, number)?\s*\}\}/g

const written = (value: unknown, language: string | null) =>
  typeof value === 'number' && language !== null ? numberText(value, language) : String(value ?? '')

/**
 * A text with its values in place of their names, as i18next fills it: `{{name}}`, or `{{count, number}}` as the reader
 * writes numbers; what is not given is nothing.
 */
export const filled = (text: string, values: Record<string, unknown>, language: string): string =>
  text.includes('{{')
    ? text.replace(name, (_, of: string, isNumber?: string) => written(values[of], isNumber ? language : null))
    : text
