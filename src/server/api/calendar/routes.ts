import { translator } from '#locales/translate.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { type BareItem, type CalendarItem, calendar } from './contract.ts'
import { itemsAtMost, windowOf } from './rules.ts'
import { listFutureBooked, listItems } from './storage.ts'
import { invitationAddress } from './subscriptions/addresses.ts'

/** Own bookings come with the invitation to them. */
const invited = (ctx: Ctx, items: readonly BareItem[]): Promise<CalendarItem[]> =>
  Promise.all(
    items.map(async (item) => {
      const invitation = { userId: ctx.actor.id, occasionId: item.referenceId }
      return {
        ...item,
        invitationUrl: item.booked && item.kind === 0 ? await invitationAddress(ctx, invitation) : null,
      }
    }),
  )

export const routes = serve(calendar, {
  'POST /Calendar/CalendarFiltered': async ({ body }, ctx) => {
    const window = windowOf(body, ctx.now)
    if (!window) {
      const t = translator(ctx.language, 'refusals')
      throw new Refused('invalid_input', { fields: { endDate: t('invalid.end_before_start') } })
    }
    const narrowing = {
      educationIds: body.educationId,
      categoryIds: body.educationCategory,
      roleIds: body.educationRole,
    }
    const bounds = { limit: itemsAtMost(body.useMaxCountLimit), mostPerDay: body.mostPerDay ?? null }
    return invited(ctx, await listItems(ctx, window, narrowing, bounds))
  },
  'GET /Calendar/FutureBookedCalendarItems': async (_input, ctx) => invited(ctx, await listFutureBooked(ctx)),
})
