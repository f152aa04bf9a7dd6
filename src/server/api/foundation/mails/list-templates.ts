import type { Ctx } from '#api/context.ts'
import { textsOf, translator } from '#locales/translate.ts'
import type { MailTemplate } from './contract.ts'
import { originalOf, samplesIn } from './originals.ts'
import { mailLanguages, sampled, templatesIn, topicOf } from './rules.ts'
import { type KeptWording, listWordings } from './templates-storage.ts'

const isOf = (name: string, variant: string | null, language: string) => (kept: KeptWording) =>
  kept.name === name && kept.variant === (variant ?? '') && kept.language === language

/** Lists every template as a reader would get it, with sample values. */
export async function listTemplates({ db, env }: Ctx): Promise<MailTemplate[]> {
  const kept = await listWordings(db)
  return templatesIn(textsOf('sv', 'mails') ?? {}).map((template) => ({
    ...template,
    topic: topicOf(template.name),
    texts: mailLanguages.map((language) => {
      const own = kept.find(isOf(template.name, template.variant, language))
      const { subject, text } = own ?? originalOf(template, language)
      const samples = samplesIn(language, env.PORTAL_ORIGIN)
      const signature = translator(language, 'mails')('signature')
      const whole = `${sampled(text, samples)}\n\n${sampled(signature, samples)}`
      return { language, subject: sampled(subject, samples), text: whole, edited: own !== undefined }
    }),
  }))
}
