import { listMails, type StoredMail } from '#api/foundation/mails/storage.ts'
import { noticeFormatter } from '#api/foundation/notices/rules.ts'
import { listNotices } from '#api/foundation/notices/storage.ts'
import { recordProtectedReadsById } from '#api/people/reach/reads/record-reads.ts'
import { findPeople } from '#api/people/users/find-people.ts'
import { serve } from '#api/serve.ts'
import { type OutboxMail, sentMessages } from './contract.ts'
import { resendMail } from './resend-mail.ts'

const toOutboxMail = ({ mail, userName }: { mail: StoredMail; userName: string | null }): OutboxMail => ({
  id: mail.id,
  name: mail.name,
  userId: mail.userId,
  userName,
  recipient: mail.recipient,
  subject: mail.subject,
  text: mail.secret ? null : mail.body,
  invitations: mail.invitesTo.length,
  created: mail.createdAt,
  sent: mail.sentAt,
  error: mail.error,
})

export const routes = serve(sentMessages, {
  'GET /Mails': async ({ query: { page, pageSize, who, name, state } }, ctx) => {
    const people = who ? { address: who.toLowerCase(), userIds: await findPeople(ctx.db, who) } : null
    const filter = { who: people, name: name || null, state: state ?? null }
    const { rows, total } = await listMails(ctx.db, filter, page, pageSize)
    await recordProtectedReadsById(
      ctx,
      rows.flatMap(({ mail }) => mail.userId ?? []),
    )
    return { items: rows.map(toOutboxMail), total, page, pageSize }
  },

  'POST /Mails/:id/resend': ({ params }, ctx) => resendMail(ctx, params.id),

  'GET /Notices/sent': async ({ query: { page, pageSize, who } }, ctx) => {
    const { db, language } = ctx
    const userIds = who ? await findPeople(db, who) : null
    const { rows, total } = await listNotices(db, userIds, page, pageSize)
    await recordProtectedReadsById(
      ctx,
      rows.map(({ notice }) => notice.userId),
    )
    const translateNotice = noticeFormatter(language)
    const items = rows.map(({ notice, userName }) => ({ ...translateNotice(notice), userId: notice.userId, userName }))
    return { items, total, page, pageSize }
  },
})
