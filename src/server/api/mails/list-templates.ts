import { textsOf, translator } from '#locales/translate.ts'
import type { Ctx } from '../context.ts'
import type { MailTemplate } from './contract.ts'
import { sampled, type Template, templatesIn, topicOf } from './rules.ts'

const languages = ['sv', 'en'] as const

function samplesIn(language: string, portal: string): Record<string, string> {
  const beginning = 'sample.'
  const texts = Object.entries(textsOf(language, 'mails') ?? {}).filter(([key]) => key.startsWith(beginning))
  return {
    ...Object.fromEntries(texts.map(([key, text]) => [key.slice(beginning.length), text])),
    portal,
    link: portal,
  }
}

function textOf(language: string, { name, variant }: Template, portal: string) {
  const t = translator(language, 'mails')
  const samples = samplesIn(language, portal)
  const ending = variant ? `_${variant}` : ''
  const filled = (key: string) => sampled(t(key), samples)
  return {
    language,
    subject: filled(`${name}.subject${ending}`),
    text: `${filled(`${name}.text${ending}`)}\n\n${filled('signature')}`,
  }
}

/** Every mail that there are texts for, with made-up names. */
export const listTemplates = ({ env }: Ctx): MailTemplate[] =>
  templatesIn(textsOf('sv', 'mails') ?? {}).map((template) => ({
    ...template,
    topic: topicOf(template.name),
    texts: languages.map((language) => textOf(language, template, env.PORTAL_ORIGIN)),
  }))
