import type { Statement } from '#platform/database.ts'
import type { Visitor } from '../../../context.ts'
import { writeMail } from '../../../foundation/mails/write-mail.ts'
import type { NoticeKind } from '../../../foundation/notices/contract.ts'
import { notify } from '../../../foundation/notices/storage.ts'
import { findAddressee } from '../../users/storage.ts'

const path = '/profile/security'

type FactorNews = Extract<
  NoticeKind,
  'secondFactorAdded' | 'secondFactorRemoved' | 'secondFactorsRemoved' | 'recoveryCodeUsed' | 'recoveryCodesRenewed'
>

/** A mail and a notice about the own account, in case it was somebody else; commit them with what they tell of. */
export async function tellOfFactor(
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
