import { fillNextStep } from '#api/foundation/mails/rules.ts'
import { listMails, type StoredMail } from '#api/foundation/mails/storage.ts'
import { noticeFormatter } from '#api/foundation/notices/rules.ts'
import { listNotices } from '#api/foundation/notices/storage.ts'
import { isDescending } from '#api/list-order.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { findPeople } from '#api/people/users/find-people.ts'
import { serve } from '#api/serve.ts'
import { type OutboxMail, sentMessages } from './contract.ts'
import { exportMails } from './export-mails.ts'
import { findMailFilter } from './find-mail-filter.ts'
import { resendMail } from './resend-mail.ts'
import { resendMails } from './resend-mails.ts'
import { mailOrders } from './rules.ts'

const toOutboxMail = ({ mail, userName }: { mail: StoredMail; userName: string | null }): OutboxMail => ({
  id: mail.id,
  name: mail.name,
  userId: mail.userId,
  userName,
  recipient: mail.recipient,
  subject: mail.subject,
  text: mail.secret ? null : fillNextStep(mail.body, ''),
  invitations: mail.invitesTo.length,
  created: mail.createdAt,
  sent: mail.sentAt,
  error: mail.error,
})

export const routes = serve(sentMessages, {
  'GET /Mails': async ({ query: { page, pageSize, sort, descending, ...search } }, ctx) => {
    const order = { sort, descending: isDescending(mailOrders, { sort, descending }) }
    const { rows, total } = await listMails(ctx.db, await findMailFilter(ctx, search), { ...order, page, pageSize })
    await recordReadsOfListById(
      ctx,
      rows.flatMap(({ mail }) => mail.userId ?? []),
    )
    return { items: rows.map(toOutboxMail), total, page, pageSize }
  },

  'GET /Mails/export': ({ query: { kind, ...search } }, ctx) => exportMails(ctx, search, kind),

  'POST /Mails/resend': ({ body: { expectedCount, ...search } }, ctx) => resendMails(ctx, search, expectedCount),

  'POST /Mails/:id/resend': ({ params }, ctx) => resendMail(ctx, params.id),

  'GET /Notices/sent': async ({ query: { page, pageSize, who } }, ctx) => {
    const { db, language } = ctx
    const userIds = who ? await findPeople(db, who) : null
    const { rows, total } = await listNotices(db, userIds, page, pageSize)
    await recordReadsOfListById(
      ctx,
      rows.map(({ notice }) => notice.userId),
    )
    const translateNotice = noticeFormatter(language)
    const items = rows.map(({ notice, userName }) => ({ ...translateNotice(notice), userId: notice.userId, userName }))
    return { items, total, page, pageSize }
  },
})
