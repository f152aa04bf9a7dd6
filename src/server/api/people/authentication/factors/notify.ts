import type { Visitor } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import type { NoticeKind } from '#api/foundation/notices/contract.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'

const path = '/profile/security'

type FactorNews = Extract<
  NoticeKind,
  'secondFactorAdded' | 'secondFactorRemoved' | 'secondFactorsRemoved' | 'recoveryCodeUsed' | 'recoveryCodesRenewed'
>

/**
 * Returns the statements that notify a person, in the portal and by mail, of a change to their second factors. Commit
 * them with the change. `kind` is that of the notice and the template, `values` their placeholders. Without an e-mail
 * address there is no mail.
 */
export async function notifyFactorChange(
  ctx: Visitor,
  userId: number,
  kind: FactorNews,
  values: Record<string, string> = {},
): Promise<Statement[]> {
  const person = await findAddressee(ctx.db, { id: userId })
  const notice = notify(ctx, { userId, kind, values, path })
  if (!person?.email) return [notice]
  const { email: recipient, language, firstName } = person
  const link = `${ctx.env.PORTAL_ORIGIN}${path}`
  return [
    notice,
    ...writeMail(ctx, { recipient, userId, language, name: kind, values: { ...values, name: firstName, link } }),
  ]
}
