import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { type CalendarItem, type CalendarWindow, calendar, type ItemWithoutInvitation } from './contract.ts'
import { comingWindow, listFamilyItems } from './family.ts'
import { maxItems, parseWindow, splitIntoDays } from './rules.ts'
import { listStandings } from './standings.ts'
import { countDays, listFutureBooked, listItems } from './storage.ts'
import { createInvitationPath } from './subscriptions/addresses.ts'

/** Returns the URL of the iCalendar invitation of the caller to an item. */
const invite = (ctx: Ctx, { kind, referenceId: id }: ItemWithoutInvitation): string => {
  const place = { kind: kind === partTypes.PracticalDrivingExam ? 'exam' : 'occasion', id } as const
  return createInvitationPath(ctx, { userId: ctx.actor.id, place })
}

/** Adds the URL of the iCalendar invitation to the caller's own bookings. */
const addInvitations = (ctx: Ctx, items: readonly ItemWithoutInvitation[]): CalendarItem[] =>
  items.map((item) => ({ ...item, invitationUrl: item.booked ? invite(ctx, item) : null }))

type CalendarSelection = { [Name in keyof CalendarWindow]?: CalendarWindow[Name] | undefined }

/**
 * Returns the window of a calendar's call and its selection of educations.
 *
 * @throws Refused('invalid_input') at `endDate` when the window ends before it starts, or an instant is malformed.
 */
function parseQuery(body: CalendarSelection, ctx: Ctx) {
  const window = parseWindow(body, ctx.now)
  if (!window) {
    const t = translator(ctx.language, 'refusals')
    throw new Refused('invalid_input', { fields: { endDate: t('invalid.end_before_start') } })
  }
  const narrowing = {
    educationIds: body.educationId ?? [],
    categoryIds: body.educationCategory ?? [],
    roleIds: body.educationRole ?? [],
  }
  return { window, narrowing }
}

export const routes = serve(calendar, {
  'POST /Calendar/CalendarFiltered': async ({ body }, ctx) => {
    const { window, narrowing } = parseQuery(body, ctx)
    const ofEachDay = body.mostPerDay ? { most: body.mostPerDay, days: splitIntoDays(window) } : null
    const bounds = { take: body.take ?? maxItems(body.useMaxCountLimit), skip: body.skip, ofEachDay }
    return addInvitations(ctx, await listItems(ctx, window, narrowing, bounds))
  },
  'POST /Calendar/CalendarCounts': async ({ body }, ctx) => {
    const { window, narrowing } = parseQuery(body, ctx)
    const days = splitIntoDays(window)
    const counts = await countDays(ctx, window, narrowing, days)
    return days.map(({ from }, at) => ({ day: toPortalDay(from), count: counts[at] ?? 0 }))
  },
  'GET /Calendar/Standings': ({ query }, ctx) => listStandings(ctx, query.educationIds),
  'GET /Calendar/Family': async ({ query: { userId, ...query } }, ctx) => {
    const { window, narrowing } = parseQuery(query, ctx)
    const isBounded = query.startDate !== undefined || query.endDate !== undefined
    const items = await listFamilyItems(ctx, {
      userId,
      window: isBounded ? window : comingWindow(ctx.now),
      narrowing,
    })
    return items.map((item) => ({
      ...item,
      invitationUrl: item.booked && item.userIds.includes(ctx.actor.id) ? invite(ctx, item) : null,
    }))
  },
  'GET /Calendar/FutureBookedCalendarItems': async (_input, ctx) => addInvitations(ctx, await listFutureBooked(ctx)),
})
