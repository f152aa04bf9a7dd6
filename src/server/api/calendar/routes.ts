import { translator } from '#locales/translate.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { calendar } from './contract.ts'
import { itemsAtMost, windowOf } from './rules.ts'
import { listFutureBooked, listItems } from './storage.ts'

export const routes = serve(calendar, {
  'POST /Calendar/CalendarFiltered': ({ body }, ctx) => {
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
    return listItems(ctx, window, narrowing, itemsAtMost(body.useMaxCountLimit))
  },
  'GET /Calendar/FutureBookedCalendarItems': (_input, ctx) => listFutureBooked(ctx),
})
