import { numberText } from './numbers.ts'

const name = /\{\{\s*(\w+)(, number)?\s*\}\}/g

const written = (value: unknown, language: string | null) =>
  typeof value === 'number' && language !== null ? numberText(value, language) : String(value ?? '')

/**
 * Replaces the placeholders of a text with their values as i18next does: `{{name}}`, or `{{count, number}}` in the
 * format of the language. A missing value becomes empty.
 */
export const filled = (text: string, values: Record<string, unknown>, language: string): string =>
  text.includes('{{')
    ? text.replace(name, (_, of: string, isNumber?: string) => written(values[of], isNumber ? language : null))
    : text
