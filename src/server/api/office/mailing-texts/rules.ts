import {
  type AudienceKind,
  formatPlaceholder,
  hasValidPlaceholders,
  type Placeholder,
  type Wording,
} from '#api/office/mailings/rules.ts'

/** Where a text comes from: an e-mail template of the portal, a mailing rule, or an earlier mailing. */
export const textSources = ['template', 'rule', 'mailing'] as const

/** Templates of e-mails that suit a kind of audience. */
const templates: Partial<Record<AudienceKind, readonly string[]>> = {
  occasion: ['occasionSoon', 'occasionChanged'],
  exam: ['occasionSoon', 'examChanged'],
  licenseHolders: ['licenseExpiring'],
  education: ['datesPublished'],
}

/** Returns the names of the e-mail templates that suit a kind of audience; empty for kinds without any. */
export const listSuitableTemplates = (kind: AudienceKind): readonly string[] => templates[kind] ?? []

/** The placeholder that stands for the title in a template, by kind of audience. */
const titles: Partial<Record<AudienceKind, Placeholder>> = {
  occasion: 'occasion',
  exam: 'occasion',
  licenseHolders: 'license',
  education: 'education',
}

/** Marks a place that the author fills in. */
const blank = '…'

interface Conversion {
  kind: AudienceKind
  language: string
  /** URL that the link of a template becomes. */
  link: string
}

/**
 * Converts the wording of an e-mail template to that of a mailing. Its placeholders become those of the audience, the
 * link a URL, a value that mailings do not have `…`, and an optional sentence nothing.
 */
export function toMailingWording({ subject, text }: Wording, { kind, language, link }: Conversion): Wording {
  const write = (placeholder: Placeholder) => formatPlaceholder(placeholder, language)
  const title = titles[kind]
  const values: Record<string, string> = {
    name: write('firstName'),
    title: title ? write(title) : blank,
    when: title === 'occasion' ? `${write('date')}, ${write('place')}` : blank,
    until: kind === 'licenseHolders' ? write('endDate') : blank,
    link,
    nextStep: '',
  }
  const convert = (template: string) =>
    template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? blank)
  return { subject: convert(subject), text: convert(text) }
}

/** Returns whether a mailing to the kind of audience may have the wording; its placeholders all have a value there. */
export const isSuitable = ({ subject, text }: Wording, kind: AudienceKind): boolean =>
  hasValidPlaceholders(subject, kind) && hasValidPlaceholders(text, kind)
