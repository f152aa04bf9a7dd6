import { translator } from '#locales/translate.ts'
import { findPeople } from '../audit/storage.ts'
import { serve } from '../serve.ts'
import { recordReadsOfCopies } from '../users/reads/record-reads.ts'
import { notices } from './contract.ts'
import { noticeIn } from './rules.ts'
import { latestNotices, listNotices, markRead } from './storage.ts'

export const routes = serve(notices, {
  'GET /Notices': async (_input, { db, actor, language }) => {
    const rows = await latestNotices(db, { userId: actor.id })
    return rows.map(noticeIn(translator(language, 'notices')))
  },

  'GET /Notices/sent': async ({ query: { page, pageSize, who } }, ctx) => {
    const { db, language } = ctx
    const userIds = who ? await findPeople(db, who) : null
    const { rows, total } = await listNotices(db, userIds, page, pageSize)
    await recordReadsOfCopies(
      ctx,
      rows.map(({ notice }) => notice.userId),
    )
    const inWords = noticeIn(translator(language, 'notices'))
    const items = rows.map(({ notice, userName }) => ({ ...inWords(notice), userId: notice.userId, userName }))
    return { items, total, page, pageSize }
  },

  // Reading the own post changes nothing for anybody else, so it leaves no row in the audit log.
  'POST /Notices/read': async ({ body }, { db, actor, now }) => {
    await db.commit([markRead(db, actor.id, body?.ids, now)])
    return undefined
  },
})
