import { textsOf } from '#locales/translate.ts'
import {
  type MailLanguage,
  mailLanguages,
  parsePlaceholders,
  parseTemplates,
  type Template,
  type Wording,
} from './rules.ts'

/** Returns the original wording of a mail with its placeholders; empty texts for an unknown template. */
export function originalWording({ name, variant }: Template, language: MailLanguage): Wording {
  const texts = textsOf(language, 'mails') ?? {}
  const ending = variant ? `_${variant}` : ''
  return { subject: texts[`${name}.subject${ending}`] ?? '', text: texts[`${name}.text${ending}`] ?? '' }
}

/** Finds a template by name and variant; null when there is none. */
export const findTemplate = (name: string, variant: string): Template | null =>
  parseTemplates(textsOf('sv', 'mails') ?? {}).find((one) => one.name === name && (one.variant ?? '') === variant) ??
  null

/**
 * Returns the names of the placeholders in the original subject and text of a template, over all languages, each once
 * and in no order.
 */
export const listPlaceholders = (template: Template): string[] =>
  parsePlaceholders(...mailLanguages.flatMap((language) => Object.values(originalWording(template, language))))

/** Returns sample values for a preview, by placeholder; `portal` and `link` are the portal's origin. */
export function sampleValues(language: MailLanguage, portal: string): Record<string, string> {
  const beginning = 'sample.'
  const texts = Object.entries(textsOf(language, 'mails') ?? {}).filter(([key]) => key.startsWith(beginning))
  return {
    ...Object.fromEntries(texts.map(([key, text]) => [key.slice(beginning.length), text])),
    portal,
    link: portal,
  }
}
