import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { type CalendarItem, type CalendarWindow, calendar, type ItemWithoutInvitation } from './contract.ts'
import { maxItems, parseWindow, splitIntoDays } from './rules.ts'
import { countDays, listFutureBooked, listItems } from './storage.ts'
import { createInvitationPath } from './subscriptions/addresses.ts'

/** Adds the address of the iCalendar invitation to the caller's own bookings. */
const addInvitations = (ctx: Ctx, items: readonly ItemWithoutInvitation[]): Promise<CalendarItem[]> =>
  Promise.all(
    items.map(async (item) => {
      const place = {
        kind: item.kind === partTypes.PracticalDrivingExam ? 'exam' : 'occasion',
        id: item.referenceId,
      } as const
      return {
        ...item,
        invitationUrl: item.booked ? await createInvitationPath(ctx, { userId: ctx.actor.id, place }) : null,
      }
    }),
  )

/** @throws Refused('invalid_input') when the window ends before it starts. */
function parseQuery(body: CalendarWindow, ctx: Ctx) {
  const window = parseWindow(body, ctx.now)
  if (!window) {
    const t = translator(ctx.language, 'refusals')
    throw new Refused('invalid_input', { fields: { endDate: t('invalid.end_before_start') } })
  }
  const narrowing = {
    educationIds: body.educationId,
    categoryIds: body.educationCategory,
    roleIds: body.educationRole,
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
  'GET /Calendar/FutureBookedCalendarItems': async (_input, ctx) => addInvitations(ctx, await listFutureBooked(ctx)),
})
