import { formatNotice } from '#api/foundation/notices/rules.ts'
import { latestNotices } from '#api/foundation/notices/storage.ts'
import { serve } from '#api/serve.ts'
import { translator } from '#locales/translate.ts'
import { dashboard } from './contract.ts'
import { recommendedFrom, selectRecommended } from './recommended.ts'
import { nextStepOf, startedFrom } from './rules.ts'
import { bookedFrom, selectBooked, selectStandings, standingFrom } from './storage.ts'

export const routes = serve(dashboard, {
  'GET /Dashboard': async (_input, { db, actor, now, language }) => {
    const [standings, bookedRows, recommendedRows, notices] = await Promise.all([
      selectStandings(db, { userId: actor.id }),
      selectBooked(db, { userId: actor.id, now: now.toISOString() }),
      selectRecommended(db, actor, now),
      latestNotices(db, { userId: actor.id }),
    ])
    const started = startedFrom(standings.map(standingFrom))
    const booked = bookedRows.map(bookedFrom)
    const recommended = recommendedRows.map(recommendedFrom)
    return {
      next: nextStepOf({ started, booked, recommended }, now),
      started,
      booked,
      recommended,
      notices: notices.filter(({ readAt }) => readAt === null).map(formatNotice(translator(language, 'notices'))),
    }
  },
})
