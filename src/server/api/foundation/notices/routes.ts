import { serve } from '#api/serve.ts'
import { notices } from './contract.ts'
import { noticeFormatter } from './rules.ts'
import { latestNotices, markNoticesRead } from './storage.ts'

export const routes = serve(notices, {
  'GET /Notices': async (_input, { db, actor, language }) => {
    const rows = await latestNotices(db, { userId: actor.id })
    return rows.map(noticeFormatter(language))
  },

  // Reading one's own notices changes nothing for others, so it is not audited.
  'POST /Notices/read': async ({ body }, { db, actor, now }) => {
    await db.commit([markNoticesRead(db, actor.id, body?.ids, now)])
    return undefined
  },
})
