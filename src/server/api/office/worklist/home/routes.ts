import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { serve } from '#api/serve.ts'
import { countMissingResults, listMissingResults } from '../storage.ts'
import { countPendingSignUps, listPendingSignUps } from './approvals-storage.ts'
import { officeHome } from './contract.ts'
import { countPendingGuardians, listPendingGuardians } from './guardians-storage.ts'
import { loadHome } from './load-home.ts'
import { listOpened } from './opened-storage.ts'

export const routes = serve(officeHome, {
  'GET /Worklist/home': (_input, ctx) => loadHome(ctx),

  'GET /Worklist/opened': ({ query }, { db, actor }) => listOpened(db, actor, query),

  'GET /Worklist/approvals': async ({ query }, ctx) => {
    const { db, actor, now } = ctx
    const [items, { count: total }] = await Promise.all([
      listPendingSignUps(db, actor, query, now),
      countPendingSignUps(db, actor, now),
    ])
    await recordReadsOfListById(
      ctx,
      items.map(({ userId }) => userId),
    )
    return { items, total, page: query.page, pageSize: query.pageSize }
  },

  'GET /Worklist/missingResults': async ({ query }, { db, actor, now }) => {
    const [items, { count: total }] = await Promise.all([
      listMissingResults(db, actor, query, now),
      countMissingResults(db, actor, now),
    ])
    return { items, total, page: query.page, pageSize: query.pageSize }
  },

  'GET /Worklist/guardians': async ({ query }, ctx) => {
    const { db, actor, now } = ctx
    const [items, { count: total }] = await Promise.all([
      listPendingGuardians(db, actor, query, now),
      countPendingGuardians(db, actor, now),
    ])
    await recordReadsOfListById(
      ctx,
      items.flatMap(({ adultUserId, childUserId }) => [adultUserId, childUserId]),
    )
    return { items, total, page: query.page, pageSize: query.pageSize }
  },
})
