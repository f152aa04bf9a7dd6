import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { originalWording } from '#api/foundation/mails/originals.ts'
import { listWordings } from '#api/foundation/mails/templates-storage.ts'
import { listRules } from '#api/office/mailing-rules/storage.ts'
import type { AudienceKind } from '#api/office/mailings/rules.ts'
import { listLatestTexts } from '#api/office/mailings/storage.ts'
import { translator } from '#locales/translate.ts'
import type { MailingText } from './contract.ts'
import { isSuitable, listSuitableTemplates, toMailingWording } from './rules.ts'

/** Most earlier mailings in the list. */
const maxMailings = 20

/**
 * Lists the texts that a mailing to a kind of audience can begin with, those whose placeholders it has. First the
 * portal's e-mails in the wording of the federation, then the texts of mailing rules by name, then the caller's own
 * latest 20 mailings. Templates are in the caller's language. Rules that are off are for superadministrators alone,
 * who may see the rules; others are offered what people are mailed anyway.
 */
export async function listTexts(ctx: Ctx, kind: AudienceKind): Promise<MailingText[]> {
  const [wordings, rules, mailings] = await Promise.all([
    listWordings(ctx.db),
    listRules(ctx.db),
    listLatestTexts(ctx, maxMailings),
  ])
  const t = translator(ctx.language, 'mails')
  const { language, env } = ctx
  const templates = listSuitableTemplates(kind).map((name): MailingText => {
    const own = wordings.find((one) => one.name === name && one.variant === '' && one.language === language)
    const wording = own ?? originalWording({ name, variant: null }, language)
    const { subject, text } = toMailingWording(wording, { kind, language, link: env.PORTAL_ORIGIN })
    return { source: 'template', name: t(`title.${name}`), subject, text }
  })
  const shownRules = rules.filter(({ active }) => active || isSuperadministrator(ctx.actor))
  const ofRules = shownRules.map(({ name, subject, text }): MailingText => ({ source: 'rule', name, subject, text }))
  const earlier = mailings.map(
    (one): MailingText => ({
      source: 'mailing',
      name: one.subject,
      subject: one.subject,
      text: one.text,
    }),
  )
  return [...templates, ...ofRules, ...earlier].filter((one) => isSuitable(one, kind))
}
