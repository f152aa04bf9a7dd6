import type { Ctx } from '#api/context.ts'
import { textsOf, translator } from '#locales/translate.ts'
import type { MailTemplate } from './contract.ts'
import { originalWording, sampleValues } from './originals.ts'
import { fillSamples, mailLanguages, mailTopic, parseTemplates } from './rules.ts'
import { listWordings, type StoredWording } from './templates-storage.ts'

const isOf = (name: string, variant: string | null, language: string) => (wording: StoredWording) =>
  wording.name === name && wording.variant === (variant ?? '') && wording.language === language

/**
 * Lists every mail template in both languages as a recipient would get it, sorted by name, then by variant. A custom
 * wording replaces the original one and sets `edited`. Sample values stand for the placeholders, in the text also the
 * signature. Access is not checked here.
 */
export async function listTemplates({ db, env }: Ctx): Promise<MailTemplate[]> {
  const wordings = await listWordings(db)
  return parseTemplates(textsOf('sv', 'mails') ?? {}).map((template) => ({
    ...template,
    topic: mailTopic(template.name),
    texts: mailLanguages.map((language) => {
      const own = wordings.find(isOf(template.name, template.variant, language))
      const { subject, text } = own ?? originalWording(template, language)
      const samples = sampleValues(language, env.PORTAL_ORIGIN)
      const signature = translator(language, 'mails')('signature')
      const whole = `${fillSamples(text, samples)}\n\n${fillSamples(signature, samples)}`
      return { language, subject: fillSamples(subject, samples), text: whole, edited: own !== undefined }
    }),
  }))
}
