import { latestAdultBirth } from '#api/ages.ts'
import { noticeFormatter } from '#api/foundation/notices/rules.ts'
import { latestNotices } from '#api/foundation/notices/storage.ts'
import { serve } from '#api/serve.ts'
import { toPortalDay } from '#api/zone.ts'
import { dashboard } from './contract.ts'
import { loadChildren } from './load-children.ts'
import { selectRecommended, toRecommendedEducation } from './recommended.ts'
import { chooseNextStep, toStartedEducation } from './rules.ts'
import { begunFrom, selectBooked, selectStarted, toBookedOccasion } from './storage.ts'

export const routes = serve(dashboard, {
  'GET /Dashboard/children': (_input, ctx) => loadChildren(ctx),
  'GET /Dashboard': async (_input, { db, actor, now, language }) => {
    const bornBy = latestAdultBirth(toPortalDay(now))
    const [startedRows, bookedRows, recommendedRows, notices] = await Promise.all([
      selectStarted(db, { userId: actor.id, now: now.toISOString(), bornBy }),
      selectBooked(db, { userId: actor.id, now: now.toISOString() }),
      selectRecommended(db, actor, now),
      latestNotices(db, { userId: actor.id }),
    ])
    const started = startedRows.map((row) => toStartedEducation(begunFrom(row, now)))
    const booked = bookedRows.map(toBookedOccasion)
    const recommended = recommendedRows.map(toRecommendedEducation)
    return {
      next: chooseNextStep({ started, booked, recommended }, now),
      started,
      booked,
      recommended,
      notices: notices.filter(({ readAt }) => readAt === null).map(noticeFormatter(language)),
    }
  },
})
